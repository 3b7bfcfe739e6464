"""The pages about people: profiles, one's own data, friends."""

from typing import Any

from allauth.account.decorators import reauthentication_required
from django.contrib.auth import logout
from django.core.exceptions import ValidationError
from django.http import HttpRequest, HttpResponse, HttpResponseRedirect, JsonResponse
from django.shortcuts import redirect, render
from django.urls import reverse
from django.utils.decorators import method_decorator
from django.utils.http import url_has_allowed_host_and_scheme
from django.views import View
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_POST, require_safe

from racing import actions, profiles
from racing.clock import now
from racing.codes import read_key
from racing.export import export_of
from racing.forms import JoinForm
from racing.friends import are_friends, find_by_code, find_friend, friends_of
from racing.identity import player_changes, player_of, remember
from racing.models import Player
from racing.pages import absolute_url, qr_svg
from racing.refusals import Refused


@require_safe
@never_cache
def profile(request: HttpRequest, player_id: int) -> HttpResponse:
    """Somebody with an account: games, wins, streaks, rating, recent races."""
    shown = Player.objects.select_related("merged_into").filter(pk=player_id).first()
    if shown is not None and shown.merged_into is not None:
        return redirect("profile", shown.merged_into.pk)
    if shown is None or shown.user_id is None or shown.deleted_at is not None:
        raise Refused("no_such_player")
    viewer = player_of(request)
    context = {
        "shown": shown,
        "own": viewer == shown,
        "friend": viewer is not None and are_friends(viewer, shown),
        "games": profiles.games_of(shown),
        "recent": profiles.recent_races(shown),
        "curve_box": f"0 0 {profiles.CURVE_WIDTH} {profiles.CURVE_HEIGHT}",
    }
    return render(request, "people/profile.html", context)


@require_safe
@never_cache
def me(request: HttpRequest) -> HttpResponse:
    """What one can settle about oneself."""
    if player_of(request) is None:
        return redirect(f"{reverse('account_login')}?next={reverse('me')}")
    return render(request, "people/me.html")


@require_POST
def rename(request: HttpRequest) -> HttpResponse:
    """Take another name, and go back to the page where that was asked."""
    form, player = JoinForm(request.POST), player_of(request)
    try:
        if not form.is_valid():
            return render(request, "people/me.html", {"rename_form": form}, status=400)
        name = form.cleaned_data["name"]
        if player is None:
            player = actions.new_player(name, now())
        else:
            actions.rename(player, name, now())
    except Refused as refused:
        form.add_error("name", ValidationError(refused.sentence(), code=refused.code))
        return render(request, "people/me.html", {"rename_form": form}, status=refused.status)
    target = request.POST.get("next", "")
    if not url_has_allowed_host_and_scheme(target, {request.get_host()}, request.is_secure()):
        target = "/"
    response = HttpResponseRedirect(target)
    remember(response, player)
    return response


@require_POST
def export(request: HttpRequest) -> HttpResponse:
    """All that is kept about the player, as a file."""
    response = JsonResponse(
        export_of(_somebody(request)), json_dumps_params={"indent": 1, "ensure_ascii": False}
    )
    response["Content-Disposition"] = 'attachment; filename="patience-racing.json"'
    return response


def _has_account(request: HttpRequest) -> bool:
    return bool(request.user.is_authenticated)


@method_decorator(never_cache, name="dispatch")
class Forget(View):
    """Ask whether all shall be forgotten, and forget it; whoever has an account shows first that it is theirs."""

    def get(self, request: HttpRequest) -> HttpResponse:
        """Say what goes and what stays."""
        _somebody(request)
        return render(request, "people/forget.html")

    @method_decorator(reauthentication_required(enabled=_has_account))
    def post(self, request: HttpRequest) -> HttpResponse:
        """Forget."""
        player = _somebody(request)
        actions.forget(player, now())
        logout(request)
        player_changes(request, player)
        return render(request, "people/forgotten.html")


@require_safe
@never_cache
def friends(request: HttpRequest) -> HttpResponse:
    """Who one's friends are, and the link that makes more."""
    player = player_of(request)
    if player is None:
        return redirect(f"{reverse('account_login')}?next={reverse('friends')}")
    link = absolute_url(request, reverse("friend-link", args=[actions.friend_code(player)]))
    context = {"friends": list(friends_of(player)), "link": link, "qr_svg": qr_svg(link)}
    return render(request, "people/friends.html", context)


@require_POST
def new_link(request: HttpRequest) -> HttpResponse:
    """Take another link; the one from before makes no friends any more."""
    actions.new_friend_code(_somebody(request))
    return redirect("friends")


@require_POST
def unfriend(request: HttpRequest, friend_id: int) -> HttpResponse:
    """End a friendship."""
    actions.unfriend(_somebody(request), friend_id)
    return redirect("friends")


@method_decorator(never_cache, name="dispatch")
class FriendLink(View):
    """What somebody's link leads to: become their friend, after saying so."""

    def get(self, request: HttpRequest, code: str) -> HttpResponse:
        """Ask."""
        return self._page(request, find_by_code(code))

    def post(self, request: HttpRequest, code: str) -> HttpResponse:
        """Become a friend; whoever has not been here says a name first."""
        other, player = find_by_code(code), player_of(request)
        if player is None:
            form = JoinForm(request.POST)
            if not form.is_valid():
                return self._page(request, other, form, 400)
            player = actions.new_player(form.cleaned_data["name"], now())
        actions.befriend(player, other, now())
        response = redirect("friends")
        remember(response, player)
        return response

    def _page(
        self, request: HttpRequest, other: Player, form: JoinForm | None = None, status: int = 200
    ) -> HttpResponse:
        player = player_of(request)
        context: dict[str, Any] = {
            "other": other,
            "own": player == other,
            "friend": player is not None and are_friends(player, other),
            "form": form or JoinForm(),
        }
        return render(request, "people/friend_link.html", context, status=status)


@require_POST
def invite(request: HttpRequest, code: str) -> HttpResponse:
    """Ask a friend to come to a race: by ``name``, or out of a list by the number ``friend``."""
    player = _somebody(request)
    number = read_key(request.POST.get("friend", ""))
    listed = friends_of(player).filter(pk=number).first() if number is not None else None
    friend = listed or find_friend(player, request.POST.get("name", ""))
    actions.invite(code, player, friend, now())
    return redirect("room", code=code)


@require_POST
def decline(request: HttpRequest, code: str) -> HttpResponse:
    """Say no to an invitation."""
    actions.decline(code, _somebody(request), now())
    return redirect("home")


def _somebody(request: HttpRequest) -> Player:
    player = player_of(request)
    if player is None:
        raise Refused("nobody_yet")
    return player
