"""Every address about people: accounts, profiles, one's own data, friends."""

from django.urls import include, path
from django.views.generic import RedirectView

from racing import accounts, codes, people_views

codes.register()
accounts.register()

people_urls = [
    path("name/", people_views.rename, name="rename"),
    path("players/<key:player_id>/", people_views.profile, name="profile"),
    path("me/", people_views.me, name="me"),
    path("me/export/", people_views.export, name="export"),
    path("me/delete/", people_views.Forget.as_view(), name="forget"),
    path("me/friends/", people_views.friends, name="friends"),
    path("me/friends/link/", people_views.new_link, name="new-friend-link"),
    path("me/friends/<key:friend_id>/remove/", people_views.unfriend, name="unfriend"),
    path("f/<code:code>/", people_views.FriendLink.as_view(), name="friend-link"),
    path("r/<code:code>/invite/", people_views.invite, name="invite"),
    path("r/<code:code>/decline/", people_views.decline, name="decline"),
    # The list of passkeys is the page that allauth calls the index.
    path("accounts/passkeys/webauthn/", RedirectView.as_view(pattern_name="mfa_index")),
    path("accounts/", include("allauth.account.urls")),
    path("accounts/passkeys/", include("allauth.mfa.urls")),
]
