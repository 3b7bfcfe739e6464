"""Clock: nothing to choose, and a wrong hour is a slip."""

from collections.abc import Mapping
from dataclasses import dataclass
from functools import cache, cached_property
from types import MappingProxyType
from typing import Final

from engine.cards import FACE_DOWN, Card, card_text, face_down, rank
from engine.errors import IllegalMove
from engine.game import Ruleset
from engine.notation import Move
from engine.shuffle import pack_of_seed
from engine.table import Effects, Shift, Table, Turn

HOURS: Final = tuple(str(hour) for hour in range(1, 14))
"""The piles of the dial, the centre last. The cards laid at hour 7 lie on pile "u7"."""

CENTRE: Final = "13"
OPEN: Final = "o"
_PLACES: Final = MappingProxyType(
    {name: at for at, name in enumerate([*HOURS, *("u" + h for h in HOURS), OPEN])}
)


@cache  # At most one for each hour and card, and live tables remember many.
def _lay(hour: str, met: Card | None) -> Effects:
    laid = Shift(OPEN, "u" + hour, 1)
    return (laid,) if met is None else (laid, Shift(hour, OPEN, 1), Turn(OPEN, met))


@dataclass(frozen=True, kw_only=True)
class Clock(Ruleset):
    """Every card goes to the hour of its rank, and the card that it meets there goes next."""

    def deal(self, seed: bytes) -> Table:
        """Deal the shuffled pack."""
        pack = face_down(bytes(pack_of_seed(seed)))
        piles = {hour: pack[first :: len(HOURS)] for first, hour in enumerate(HOURS)}
        piles |= {"u" + hour: b"" for hour in HOURS}
        piles[OPEN] = bytes([piles[CENTRE][-1] ^ FACE_DOWN])
        piles[CENTRE] = piles[CENTRE][:-1]
        return Table(tuple(piles.values()), _PLACES)

    @cached_property
    def moves(self) -> Mapping[str, Move]:
        """Every move of this game."""
        return {hour: Move("hour", OPEN, hour, cost=0) for hour in HOURS}

    def misfit(self, move: Move) -> IllegalMove:
        """Say what this game lacks that the move needs."""
        if move.kind == "hour":
            return IllegalMove("no_such_pile", move=move.text, pile=move.target, ruleset=self.name)
        return IllegalMove("not_in_this_game", move=move.text, ruleset=self.name)

    def effects(self, table: Table, move: Move) -> Effects:
        """Check the move and say what it does."""
        if not table[OPEN]:
            raise IllegalMove("game_ended")
        hour, card = move.target, table[OPEN][0]
        if str(rank(card)) != hour:
            raise IllegalMove("wrong_hour", card=card_text(card), hour=hour)
        # Only the fourth king meets nobody: any other pile holds a card for each of its rank not yet laid.
        return _lay(hour, table[hour][-1] ^ FACE_DOWN if table[hour] else None)

    def legal(self, table: Table) -> list[str]:
        """List what `effects` allows."""
        return [str(rank(card)) for card in table[OPEN]]

    def blocked(self, table: Table) -> bool:
        """Say whether the game is stuck for good."""
        return not table[OPEN] and not self.won(table)

    def progress(self, table: Table) -> int:
        """Count the cards that have arrived."""
        return sum(len(table["u" + hour]) for hour in HOURS)
