"""Every refusal of the service: a stable code, a sentence for people, the status of a page that says so.

`REFUSALS` is the one list. The engine's own codes come on top, with its sentences (racing.engine_words).
"""

from collections.abc import Mapping
from http import HTTPStatus
from typing import NamedTuple

from django.utils.functional import Promise
from django.utils.translation import gettext
from django.utils.translation import gettext_lazy as _

from engine.errors import EngineError
from racing.card_words import written
from racing.engine_words import ENGINE_SENTENCES


class Refusal(NamedTuple):
    """What a code means: its sentence, with {params}, and the HTTP status where a page refuses."""

    sentence: Promise | str
    status: HTTPStatus = HTTPStatus.CONFLICT


_NOT_FOUND, _BAD, _FORBIDDEN = HTTPStatus.NOT_FOUND, HTTPStatus.BAD_REQUEST, HTTPStatus.FORBIDDEN
_UNAVAILABLE = HTTPStatus.SERVICE_UNAVAILABLE

REFUSALS: Mapping[str, Refusal] = {
    # What came is no message of ours.
    "bad_frame": Refusal(_("That is not a JSON text."), _BAD),
    "frame_too_large": Refusal(_("A message has at most {limit} bytes."), _BAD),
    "bad_message": Refusal(_("“{field}” is missing, unknown or not what it should be."), _BAD),
    "unknown_do": Refusal(_("There is nothing of that name to do."), _BAD),
    # Who may do it, and when.
    "no_such_race": Refusal(_("There is no race with this link."), _NOT_FOUND),
    "not_a_racer": Refusal(_("You have no place in this race."), _FORBIDDEN),
    "not_the_host": Refusal(_("Only the host can start the race."), _FORBIDDEN),
    "too_few_racers": Refusal(_("A race needs at least {min} racers.")),
    "race_full": Refusal(_("All {max} places in this race are taken.")),
    "race_not_started": Refusal(_("The race has not started yet.")),
    "race_started": Refusal(_("The race has started already.")),
    "race_finished": Refusal(_("The race is over.")),
    "race_cancelled": Refusal(_("The race was cancelled.")),
    "race_not_over": Refusal(_("The race is not over yet.")),
    "time_is_up": Refusal(_("Time is up.")),
    "already_finished": Refusal(_("Your attempt has ended already.")),
    "not_practice": Refusal(_("That is only for practice.")),
    "not_in_practice": Refusal(_("Practice has no rematch.")),
    "daily_comes_again": Refusal(_("The deal of the day has no rematch: tomorrow there is another.")),
    "starts_for_all": Refusal(_("This race starts for everybody at once.")),
    "resigned_for_good": Refusal(_("It is too late to take that back.")),
    # The order of plies.
    "ply_taken": Refusal(_("Move number {ply} has been played already, differently.")),
    "ply_ahead": Refusal(_("The next move is number {next}, not {ply}.")),
    "log_is_full": Refusal(_("An attempt has at most {max} moves. Begin anew, or give up.")),
    # Names and deals.
    "name_too_short": Refusal(_("A name has at least {min} characters."), _BAD),
    "name_too_long": Refusal(_("A name has at most {max} characters."), _BAD),
    "name_bad_character": Refusal(_("A name cannot contain the character {character}."), _BAD),
    "name_unreadable": Refusal(_("A name needs at least {min} characters that one can see."), _BAD),
    "name_mixed_scripts": Refusal(_("A name keeps to the letters of one alphabet."), _BAD),
    "name_refused_word": Refusal(_("This name cannot be used here."), _BAD),
    "name_taken": Refusal(
        _(
            "Somebody with an account has this name, or one that looks like it."
            " Choose another, or sign in if it is yours."
        )
    ),
    # People.
    "no_such_player": Refusal(_("There is nobody here."), _NOT_FOUND),
    "nobody_yet": Refusal(_("Play once or sign in: nobody knows you here yet."), _FORBIDDEN),
    "no_such_friend": Refusal(_("No friend of yours is called {name}."), _NOT_FOUND),
    "no_such_friend_link": Refusal(_("This link makes no friends any more. Ask for a new one."), _NOT_FOUND),
    "own_friend_link": Refusal(_("This is your own link: send it to a friend.")),
    # What stays closed while it could help somebody.
    "replay_closed": Refusal(_("This replay opens when the race is over."), _FORBIDDEN),
    "log_not_valid": Refusal(_("This log does not verify, so there is no record of it.")),
    "no_such_entrant": Refusal(_("Nobody of that number is in this race."), _NOT_FOUND),
    "no_such_board": Refusal(_("There is no leaderboard here."), _NOT_FOUND),
    "no_solver_log": Refusal(_("The solver has found no way to win this deal."), _NOT_FOUND),
    "no_such_day": Refusal(_("There is no deal of that day."), _NOT_FOUND),
    "no_such_code": Refusal(_("No race that can be joined has this code."), _NOT_FOUND),
    "no_such_record": Refusal(_("There is no such record."), _NOT_FOUND),
    "record_unreadable": Refusal(_("{why} That is in line {line}, column {column}."), _BAD),
    "record_too_long": Refusal(_("A record here has at most {bytes} bytes and {plies} moves."), _BAD),
    "record_of_open_race": Refusal(
        _("A race of this deal is not over yet: its record stays closed until then."), _FORBIDDEN
    ),
    "no_such_page": Refusal(_("There is no such page."), _NOT_FOUND),
    # The solver.
    "no_hints_in_races": Refusal(_("There are no hints in a race."), _FORBIDDEN),
    "hint_too_late": Refusal(_("The table has changed since: ask again.")),
    "not_lost": Refusal(_("This attempt was not lost.")),
    "solver_busy": Refusal(_("The solver is busy. Please ask again in a moment."), _UNAVAILABLE),
    "solver_warming": Refusal(
        _("The solver is being made ready. Please ask again in a minute."), _UNAVAILABLE
    ),
    "solver_off": Refusal(_("There is no solver on this site."), _UNAVAILABLE),
    "solver_failed": Refusal(_("The search was interrupted. Please ask again."), _UNAVAILABLE),
    "no_certified_deal": Refusal(
        _("No deal that can be won is ready for this game yet. Please try again in a moment."), _UNAVAILABLE
    ),
    "deal_is_lost": Refusal(_("Deal {deal} cannot be won: that is proved.")),
    "deal_is_open": Refusal(_("No way to win deal {deal} was found.")),
    # Too much of it.
    "too_fast": Refusal(
        _("That was too fast. Please go on in {seconds} seconds."), HTTPStatus.TOO_MANY_REQUESTS
    ),
    "too_many_requests": Refusal(
        _("That was asked too often. Please try again in {seconds} seconds."), HTTPStatus.TOO_MANY_REQUESTS
    ),
    # Our own fault. What was asked may be asked again: nothing was done, or it was done once.
    "internal": Refusal(_("Something went wrong here. Please try again."), HTTPStatus.INTERNAL_SERVER_ERROR),
}


class Refused(Exception):  # a refusal is an answer, not an error
    """Something asked for is not done, for a reason that people are told.

    ``code`` is a key of `REFUSALS` or an engine code; ``params`` fill its sentence.
    """

    def __init__(self, code: str, **params: object) -> None:
        if code not in REFUSALS and code not in ENGINE_SENTENCES:
            raise LookupError(f"no such refusal: {code}")
        super().__init__(code)
        self.code = code
        self.params = params

    @classmethod
    def by_engine(cls, error: EngineError) -> "Refused":
        """Return the refusal that passes on what the engine said."""
        return cls(error.code, **error.params)

    @property
    def status(self) -> HTTPStatus:
        """The HTTP status of a page that refuses with this."""
        refusal = REFUSALS.get(self.code)
        return refusal.status if refusal else HTTPStatus.BAD_REQUEST

    @property
    def seconds(self) -> int | None:
        """In how many seconds the same may be asked again, where it was too much."""
        seconds = self.params.get("seconds")
        return seconds if isinstance(seconds, int) else None

    def sentence(self) -> str:
        """Return the sentence in the language that is active now."""
        refusal = REFUSALS.get(self.code)
        template = str(refusal.sentence) if refusal else gettext(ENGINE_SENTENCES[self.code])
        return template.format(**{name: self._read(name, value) for name, value in self.params.items()})

    def _read(self, name: str, value: object) -> str:
        # The engine names cards as its logs do, and games in English; people read 7♥, and their own language.
        if name == "ruleset":
            return gettext(str(value))
        if name in {"card", "onto", "wanted"} and self.code != "unknown_card":
            return ", ".join(map(written, str(value).split()))
        return str(value)

    def __str__(self) -> str:
        return self.code
