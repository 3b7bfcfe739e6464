"""What machines ask a worker: whether it lives, whether it may be sent people, and its numbers."""

import logging

from django.conf import settings
from django.db import connection
from django.db.migrations.executor import MigrationExecutor
from django.http import Http404, HttpRequest, HttpResponse
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_safe

from racing import metrics, standing
from racing.clock import now
from racing.models import WantedSearch
from racing.solving.service import solvers

logger = logging.getLogger(__name__)


@require_safe
@never_cache
def healthz(request: HttpRequest) -> HttpResponse:
    """Whether this process answers and reaches its database: 200 ok, or 503."""
    try:
        with connection.cursor() as cursor:
            cursor.execute("SELECT 1")
    except Exception:
        logger.exception("the database does not answer")
        return HttpResponse("no database\n", status=503, content_type="text/plain")
    return HttpResponse("ok\n", content_type="text/plain")


@require_safe
@never_cache
def readyz(request: HttpRequest) -> HttpResponse:
    """Whether this process may be sent people: it reaches its database, which has the tables it knows. 200 or 503.

    Redis is no part of it: without hints people play on.
    """
    try:
        executor = MigrationExecutor(connection)
        missing = executor.migration_plan(executor.loader.graph.leaf_nodes())
    except Exception:
        logger.exception("the database does not answer")
        return HttpResponse("no database\n", status=503, content_type="text/plain")
    if missing:
        return HttpResponse("migrations are missing\n", status=503, content_type="text/plain")
    return HttpResponse("ready\n", content_type="text/plain")


@require_safe
@never_cache
def prometheus(request: HttpRequest) -> HttpResponse:
    """The metrics of this process, where the operator has opened them: METRICS=1."""
    if not settings.METRICS:
        raise Http404
    for state, count in standing.races_by_state(now()).items():
        metrics.races.labels(state).set(count)
    metrics.wanted_searches.set(WantedSearch.objects.count())
    for state, count in solvers().load().items():
        metrics.solver_searches.labels(state).set(count)
    return HttpResponse(metrics.text(), content_type="text/plain; version=0.0.4; charset=utf-8")
