#!/usr/bin/env python
"""Run a Django management command for the racing service."""

import os
import sys

from django.core.management import execute_from_command_line

if __name__ == "__main__":
    os.environ.setdefault("DJANGO_SETTINGS_MODULE", "racing.settings")
    execute_from_command_line(sys.argv)
