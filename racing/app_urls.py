"""Addresses of what makes the site an app to install and a link to share."""

from django.urls import path

from racing import app_views, codes

codes.register()

app_urls = [
    path("manifest.webmanifest", app_views.manifest, name="manifest"),
    path("sw.js", app_views.service_worker, name="service-worker"),
    path("offline/", app_views.offline, name="offline"),
    path("r/<code:code>/preview.png", app_views.race_picture, name="race-picture"),
    path(
        "r/<code:code>/replay/<key:entrant_id>/preview.png", app_views.replay_picture, name="replay-picture"
    ),
]
