"""Every address about people: accounts, profiles, friends."""

from django.urls import include, path

from racing import accounts, codes

codes.register()
accounts.register()

people_urls = [
    path("accounts/", include("allauth.account.urls")),
    path("accounts/passkeys/", include("allauth.mfa.urls")),
]
