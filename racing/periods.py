"""The weeks and months over which boards count, all by UTC. Pure."""

from datetime import UTC, date, datetime, timedelta

from racing.models import Period

# The first day of all time.
FIRST_DAY = date(1970, 1, 1)


def since_of(period: str, moment: datetime) -> date:
    """Return the first day of the period that a moment lies in.

    >>> moment = datetime(2026, 3, 1, 23, 59, tzinfo=UTC)
    >>> [since_of(period, moment).isoformat() for period in Period.values]
    ['2026-02-23', '2026-03-01', '1970-01-01']
    """
    day = moment.astimezone(UTC).date()
    if period == Period.WEEK:
        return day - timedelta(days=day.weekday())
    return day.replace(day=1) if period == Period.MONTH else FIRST_DAY


def sinces_of(moment: datetime) -> list[tuple[Period, date]]:
    """Return every period that a moment lies in, with its first day."""
    return [(period, since_of(period, moment)) for period in Period]
