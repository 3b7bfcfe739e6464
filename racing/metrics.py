"""What Prometheus is told. Numbers only: no name, no code of a race, no card, no address.

One process has one set; Prometheus asks every worker by itself and adds up. See deploy/grafana and docs/deploy.md.
"""

from prometheus_client import CollectorRegistry, Counter, Gauge, Histogram, ProcessCollector, generate_latest

REGISTRY = CollectorRegistry()
ProcessCollector(registry=REGISTRY)

connections = Gauge("patience_connections", "Open sockets.", ["kind"], registry=REGISTRY)
races = Gauge("patience_races", "Races by state, counted when asked.", ["state"], registry=REGISTRY)
plies = Counter("patience_plies", "Plies acknowledged.", registry=REGISTRY)
acks = Histogram(
    "patience_ack_seconds",
    "From a play's arrival here to its acknowledgement.",
    buckets=(0.002, 0.005, 0.01, 0.02, 0.05, 0.1, 0.2, 0.5, 1.0, 2.0, 5.0, 10.0),
    registry=REGISTRY,
)
group_sizes = Histogram(
    "patience_group_plies",
    "Plies committed together.",
    buckets=(1, 2, 4, 8, 16, 32, 64, 128),
    registry=REGISTRY,
)
actions = Counter("patience_actions", "What was asked for, by answer.", ["do", "answer"], registry=REGISTRY)
refusals = Counter("patience_refusals", "What was refused, by code.", ["code"], registry=REGISTRY)
layer_errors = Counter("patience_layer_errors", "Messages that Redis did not take.", registry=REGISTRY)
waiting_plies = Gauge("patience_waiting_plies", "Plies that wait to be committed.", registry=REGISTRY)
database_work = Gauge(
    "patience_database_work", "Work for the database, waiting or under way.", registry=REGISTRY
)
solver_searches = Gauge(
    "patience_solver_searches",
    "Searches: somebody waits for it, nobody does, or it runs. Counted when asked.",
    ["state"],
    registry=REGISTRY,
)

solver_seconds = Histogram(
    "patience_solver_seconds",
    "How long a search took: somebody waited for it or nobody did, and what was found.",
    ["kind", "outcome"],
    buckets=(0.01, 0.03, 0.1, 0.3, 1.0, 3.0, 10.0, 30.0),
    registry=REGISTRY,
)
solver_nodes = Counter("patience_solver_nodes", "Positions that searches looked at.", registry=REGISTRY)
solver_failures = Counter(
    "patience_solver_failures", "Searches whose process died or failed.", registry=REGISTRY
)
wanted_searches = Gauge(
    "patience_wanted_searches",
    "Searches of the whole site that nobody waits for and that are not done. Counted when asked.",
    registry=REGISTRY,
)


def text() -> bytes:
    """Return all metrics of this process in Prometheus' text format."""
    return generate_latest(REGISTRY)
