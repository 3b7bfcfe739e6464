"""What becomes of ratings, tallies and boards when somebody becomes another, leaves, or a run is voided.

All within the caller's transaction. Lock order: ratings by game and player, then the rest.
"""

from django.db.models import Max

from racing.actions.boarding import is_there, rekeep_rows
from racing.actions.rating import locked_ratings
from racing.actions.tallying import retally
from racing.models import BoardRow, Entrant, Player, RatedRace, Rating, RatingHandover, Tally


def take_over_standings(guest: Player, account: Player) -> None:
    """Give a guest's ratings, tallies and rows of boards to the account that the guest has become.

    Where the account has a rating of its own it keeps that one: nobody chooses between two. The guest's entrants
    are the account's already; that waits for races that are just being rated. Again is no harm.
    """
    if RatingHandover.objects.filter(guest=guest).exists():
        return
    _take_over_ratings(guest, account)
    moved = set(Tally.objects.filter(player__in=[guest, account]).values_list("ruleset_key", flat=True))
    # A race of the account's that ends now would otherwise count on in a row that is gone.
    own = Rating.objects.select_for_update(no_key=True).filter(player=account, ruleset_key__in=moved)
    list(own.order_by("ruleset_key"))
    Tally.objects.filter(player=guest).delete()
    for ruleset_key in sorted(moved):
        retally(account.pk, ruleset_key)
    rows = BoardRow.objects.filter(player=guest)
    boards = set(rows.values_list("deal", "ruleset_key"))
    rows.delete()
    for deal_id, ruleset_key in sorted(boards):
        rekeep_rows(account.pk, deal_id, ruleset_key)


def _take_over_ratings(guest: Player, account: Player) -> None:
    rated = Rating.objects.filter(player=guest).order_by("ruleset_key")
    pairs = [
        locked_ratings(sorted([guest.pk, account.pk]), ruleset_key, at)
        for ruleset_key, at in rated.values_list("ruleset_key", "rated_at")
    ]
    newest = RatedRace.objects.aggregate(newest=Max("pk"))["newest"] or 0
    RatingHandover.objects.create(guest=guest, account=account, after=newest)
    for pair in pairs:
        theirs, own = sorted(pair, key=lambda rating: rating.player_id == account.pk)
        if own.races == 0:
            own.mu, own.sigma, own.ordinal = theirs.mu, theirs.sigma, theirs.ordinal
            own.races, own.rated_at = theirs.races, theirs.rated_at
            own.save()
        theirs.delete()


def forget_standings(player: Player) -> None:
    """Take somebody who has left off every board. What their races did to others' ratings stays."""
    Rating.objects.filter(player=player).delete()
    Tally.objects.filter(player=player).delete()
    BoardRow.objects.filter(player=player).delete()


def recount_run(entrant: Entrant) -> None:
    """Count a run's player anew where the run counted, after a verdict on it. Ratings stay as they are."""
    if not is_there(entrant.player):
        return
    race = entrant.race
    ratings = Rating.objects.select_for_update(no_key=True)
    if ratings.filter(player=entrant.player_id, ruleset_key=race.ruleset_key).exists():
        retally(entrant.player_id, race.ruleset_key)
    rekeep_rows(entrant.player_id, race.deal_id, race.ruleset_key)
