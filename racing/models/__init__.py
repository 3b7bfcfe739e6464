"""What the service remembers. The ply log is the stored state of a table; the rest is facts and times.

Only racing.actions writes.
"""

from racing.models.around import Audience, Daily, Ghost, Record, WantedSearch
from racing.models.deals import PAR_SECONDS, Deal, Solution
from racing.models.entrants import Entrant, Ply
from racing.models.losses import Loss
from racing.models.players import Friendship, Invitation, Player
from racing.models.races import ASYNCHRONOUS, Goal, Kind, Outcome, Race, RaceQuerySet, Status, TakeBack
from racing.models.standings import (
    Board,
    BoardRow,
    Flag,
    Period,
    RatedRace,
    Rating,
    RatingChange,
    RatingHandover,
    Tally,
)

__all__ = [
    "ASYNCHRONOUS",
    "PAR_SECONDS",
    "Audience",
    "Board",
    "BoardRow",
    "Daily",
    "Deal",
    "Entrant",
    "Flag",
    "Friendship",
    "Ghost",
    "Goal",
    "Invitation",
    "Kind",
    "Loss",
    "Outcome",
    "Period",
    "Player",
    "Ply",
    "Race",
    "RaceQuerySet",
    "RatedRace",
    "Rating",
    "RatingChange",
    "RatingHandover",
    "Record",
    "Solution",
    "Status",
    "TakeBack",
    "Tally",
    "WantedSearch",
]
