"""Records that people upload: read strictly, played again by the engine, stored once."""

import hashlib
from datetime import datetime

from django.db import IntegrityError, transaction

from engine.game import History
from engine.record import Record as Read
from engine.record import read, verify, write
from racing.models import Deal, Kind, Outcome, Player, Race, Record
from racing.names import clean_name
from racing.refusals import Refused

# Far above what anybody plays, low enough that a hostile text costs no more than a page of ours.
MAX_RECORD_BYTES = 60_000
MAX_RECORD_PLIES = 4_000


def keep_record(text: str, player: Player | None, now: datetime) -> Record:
    """Return the record of a text, verified and stored; the same one again is the one that is there.

    Raises `engine.record.RecordError`, which knows line and column; and Refused when it is too long, or while a race
    of its secret deal is not over: whoever plays in it must not be helped, and nobody else can know the deal. One with
    a number is there for everybody to practise.
    """
    if len(text.encode()) > MAX_RECORD_BYTES:
        raise Refused("record_too_long", bytes=MAX_RECORD_BYTES, plies=MAX_RECORD_PLIES)
    record = read(text)
    if len(record.moves) > MAX_RECORD_PLIES:
        raise Refused("record_too_long", bytes=MAX_RECORD_BYTES, plies=MAX_RECORD_PLIES)
    history = verify(record)
    digest = hashlib.sha256(write(record).encode()).hexdigest()
    with transaction.atomic():
        deal = Deal.objects.get_or_create(seed=record.seed, defaults={"number": record.deal})[0]
        racing = Race.objects.going_on().exclude(kind=Kind.PRACTICE).filter(deal=deal)
        if deal.number is None and racing.exists():
            raise Refused("record_of_open_race")
        known = Record.objects.filter(digest=digest).first()
        if known is not None:
            return known
        try:
            with transaction.atomic():
                return _stored(record, history, deal, digest, player, now)
        except IntegrityError:
            return Record.objects.get(digest=digest)  # somebody else's copy was quicker


def _stored(
    record: Read, history: History, deal: Deal, digest: str, player: Player | None, now: datetime
) -> Record:
    return Record.objects.create(
        player=player,
        deal=deal,
        ruleset_key=record.ruleset,
        ruleset_version=record.version,
        shuffle_version=record.shuffle,
        goal=record.goal,
        take_back=record.take_back,
        name=_name(record.player),
        moves=" ".join(record.moves),
        outcome={"won": Outcome.WON, "lost": Outcome.LOST}.get(record.result),
        score=history.score,
        progress=history.progress,
        redeals=history.redeals,
        slips=history.slips,
        plies=len(record.moves),
        digest=digest,
        created_at=now,
    )


def _name(said: str | None) -> str:
    """Return the name that a record gives, if it could be a player's here."""
    try:
        return clean_name(said or "")
    except Refused:
        return ""
