"""Every address of the site; the sockets' one is in racing.asgi."""

from django.contrib import admin
from django.urls import include, path
from django.views.generic import RedirectView
from django.views.i18n import JavaScriptCatalog

from racing import (
    board_views,
    codes,
    day_views,
    fairness,
    ghost_views,
    probes,
    record_views,
    replay_views,
    views,
)
from racing.app_urls import app_urls
from racing.people_urls import people_urls

codes.register()

urlpatterns = [
    path("", views.home, name="home"),
    path("races/", views.open_race, name="open-race"),
    path("practice/", views.practice, name="practice"),
    path("statistics/", views.statistics, name="statistics"),
    path("r/<code:code>/", views.room, name="room"),
    path("r/<code:code>/join/", views.join, name="join"),
    path("r/<code:code>/leave/", views.leave, name="leave"),
    path("r/<code:code>/restart/", views.restart, name="restart"),
    path("r/<code:code>/next/", views.next_deal, name="next-deal"),
    path("r/<code:code>/replay/<key:entrant_id>/", views.replay, name="replay"),
    path("r/<code:code>/replays/", replay_views.side_by_side, name="replays"),
    path("r/<code:code>/record/<key:entrant_id>/", views.record, name="record"),
    path("r/<code:code>/lines/", ghost_views.lines, name="lines"),
    path("r/<code:code>/ghost/<key:entrant_id>/", ghost_views.ghost, name="ghost"),
    path("r/<code:code>/again/<key:entrant_id>/", ghost_views.again, name="again"),
    path("s/", day_views.short, name="short"),
    path("s/<str:code>/", day_views.short, name="short-code"),
    path("daily/", day_views.daily, name="daily"),
    path("daily/<slug:ruleset>/", day_views.play_daily, name="play-daily"),
    path("daily/<slug:ruleset>/<str:day>/", day_views.daily_board, name="daily-board"),
    path("records/", record_views.records, name="records"),
    path("records/<key:record_id>/", record_views.record_replay, name="record-replay"),
    path("records/<key:record_id>/text/", record_views.record_text, name="record-text"),
    path("records/<key:record_id>/ghost/", ghost_views.record_ghost, name="record-ghost"),
    path("boards/<slug:ruleset>/<key:deal_id>/solver/ghost/", ghost_views.solver_ghost, name="solver-ghost"),
    path("boards/", board_views.index, name="boards"),
    path("boards/<slug:ruleset>/", board_views.game, name="game-board"),
    path("boards/<slug:ruleset>/<key:deal_id>/", board_views.deal, name="board"),
    path("boards/<slug:ruleset>/<key:deal_id>/solver/", views.solver_replay, name="solver-replay"),
    path("rules/", RedirectView.as_view(pattern_name="rules", query_string=True), {"ruleset": "cruel"}),
    path("rules/<slug:ruleset>/", views.rules, name="rules"),
    path("fair/", fairness.fair, name="fair"),
    path("healthz", probes.healthz, name="healthz"),
    path("readyz", probes.readyz, name="readyz"),
    path("metrics", probes.prometheus, name="metrics"),
    path("i18n/", include("django.conf.urls.i18n")),
    path("jsi18n/", JavaScriptCatalog.as_view(packages=["racing"]), name="jsi18n"),
    path("admin/", admin.site.urls),
    *app_urls,
    *people_urls,
]

handler400 = "racing.views.unreadable"
handler404 = "racing.views.no_such_page"
