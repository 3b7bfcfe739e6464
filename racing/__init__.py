"""The racing service: one Django project with one app. See docs/architecture.md."""
