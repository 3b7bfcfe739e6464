"""When attempts were lost."""

from django.db import models

from racing.models.entrants import Entrant


class Loss(models.Model):
    """When an attempt was lost, as the solver found when somebody asked. It holds for a log of just this length."""

    entrant = models.OneToOneField(Entrant, models.CASCADE, related_name="loss")
    plies = models.PositiveIntegerField(help_text="of the attempt, then")
    ply = models.PositiveIntegerField(
        null=True, blank=True, help_text="the last one after which a win was found"
    )
    proved = models.BooleanField(help_text="that nothing wins after the next one, or from the deal")

    def __str__(self) -> str:
        return f"loss of {self.entrant}"
