"""Management commands live here by Django's convention."""
