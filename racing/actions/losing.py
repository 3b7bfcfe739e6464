"""When attempts were lost, as the solver found: kept for whoever asks again."""

from racing.models import Loss


def keep_loss(entrant_id: int, plies: int, ply: int | None, proved: bool) -> None:
    """Keep when an attempt of so many plies was lost; see `Loss`."""
    found = {"plies": plies, "ply": ply, "proved": proved}
    Loss.objects.update_or_create(entrant_id=entrant_id, defaults=found)
