"""The one app of the project."""

from django.apps import AppConfig


class RacingConfig(AppConfig):
    """Patience Racing."""

    name = "racing"
    verbose_name = "Patience Racing"
    default_auto_field = "django.db.models.BigAutoField"
