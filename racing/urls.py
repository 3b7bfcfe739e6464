"""Every address of the site; the sockets' one is in racing.asgi."""

from django.contrib import admin
from django.urls import include, path
from django.views.i18n import JavaScriptCatalog

from racing import codes, fairness, probes, views
from racing.people_urls import people_urls

codes.register()

urlpatterns = [
    path("", views.home, name="home"),
    path("races/", views.open_race, name="open-race"),
    path("name/", views.rename, name="rename"),
    path("practice/", views.practice, name="practice"),
    path("statistics/", views.statistics, name="statistics"),
    path("r/<code:code>/", views.room, name="room"),
    path("r/<code:code>/join/", views.join, name="join"),
    path("r/<code:code>/leave/", views.leave, name="leave"),
    path("r/<code:code>/restart/", views.restart, name="restart"),
    path("r/<code:code>/next/", views.next_deal, name="next-deal"),
    path("r/<code:code>/replay/<int:entrant_id>/", views.replay, name="replay"),
    path("r/<code:code>/record/<int:entrant_id>/", views.record, name="record"),
    path("boards/<slug:ruleset>/<int:deal_id>/", views.board, name="board"),
    path("boards/<slug:ruleset>/<int:deal_id>/solver/", views.solver_replay, name="solver-replay"),
    path("rules/<slug:ruleset>/", views.rules, name="rules"),
    path("fair/", fairness.fair, name="fair"),
    path("healthz", probes.healthz, name="healthz"),
    path("readyz", probes.readyz, name="readyz"),
    path("metrics", probes.prometheus, name="metrics"),
    path("i18n/", include("django.conf.urls.i18n")),
    path("jsi18n/", JavaScriptCatalog.as_view(packages=["racing"]), name="jsi18n"),
    path("admin/", admin.site.urls),
    *people_urls,
]

handler404 = "racing.views.no_such_page"
