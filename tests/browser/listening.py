"""Somebody who never sees the page: knows what it says by itself and what has the focus, and presses keys."""

from __future__ import annotations

import re
import time
from typing import Any

from tests.browser.people import PATIENCE, Person

# What a screen reader says unasked: what changes in a live region that was there before, and an alert that appears.
HEARING = r"""
(() => {
  const LIVE = "[aria-live]:not([aria-live=off]), [role=status], [role=alert], [role=log]";
  const words = (region) => {
    const copy = region.cloneNode(true);
    for (const mute of copy.querySelectorAll("[hidden], [aria-hidden=true]")) mute.remove();
    return copy.textContent.replace(/\s+/g, " ").trim();
  };
  window.heard = [];
  new MutationObserver((changes) => {
    const appeared = new Set(changes.filter(({type}) => type === "attributes").map(({target}) => target));
    const said = new Set();
    for (const {target} of changes) {
      const element = target.nodeType === 1 ? target : target.parentElement;
      const region = element?.closest("[aria-hidden=true]") ? null : element?.closest(LIVE);
      if (region?.checkVisibility() && (!appeared.has(region) || region.matches("[role=alert]"))) said.add(region);
    }
    for (const region of said) if (words(region)) window.heard.push(words(region));
  }).observe(document, {subtree: true, childList: true, characterData: true, attributeFilter: ["hidden"]});
})();
"""


class Listening:
    """A person at a browser whose screen is off."""

    def __init__(self, person: Person) -> None:
        self.page = person.page
        self.page.add_init_script(HEARING)
        self._tree = self.page.context.new_cdp_session(self.page)
        self.said: list[str] = []
        """All that was heard so far."""

    def opens(self, address: str) -> None:
        """Open a page."""
        self.page.goto(address)

    def hears(self, pattern: str) -> str:
        """Wait until something matching is said, and return it; what is said from now on may be waited for next."""
        past = len(self.said)
        return self._waits_for(pattern, past)

    def has_heard(self, pattern: str) -> str:
        """Wait until something matching has been said, and return it."""
        return self._waits_for(pattern, 0)

    def _waits_for(self, pattern: str, past: int) -> str:
        deadline = time.monotonic() + PATIENCE
        while True:
            self.said += self.page.evaluate("() => window.heard.splice(0)")
            for sentence in self.said[past:]:
                if re.search(pattern, sentence):
                    return sentence
            assert time.monotonic() < deadline, f"not heard: {pattern}; but: {self.said[past:]}"
            self.page.wait_for_timeout(20)

    def presses(self, *keys: str) -> None:
        """Press keys one after the other, as fast as they come."""
        for key in keys:
            self.page.keyboard.press(key)

    @property
    def focus(self) -> str:
        """Role and name of what has the focus, as the browser tells a screen reader."""
        nodes: list[dict[str, Any]] = self._tree.send("Accessibility.getFullAXTree")["nodes"]
        for node in nodes:
            focused = any(p["name"] == "focused" and p["value"]["value"] for p in node.get("properties", []))
            if focused and node["role"]["value"] != "RootWebArea":
                return f"{node['role']['value']}: {node['name']['value']}"
        return ""

    def is_told(self, pattern: str) -> str:
        """Wait until what has the focus matches."""
        deadline = time.monotonic() + PATIENCE
        while not re.search(pattern, focus := self.focus):
            assert time.monotonic() < deadline, f"not focused: {pattern}; but: {focus}"
            self.page.wait_for_timeout(20)
        return focus

    def tabs_to(self, pattern: str, most: int = 40) -> str:
        """Press Tab until what has the focus matches."""
        passed = []
        for _ in range(most):
            self.presses("Tab")
            passed.append(self.focus)
            if re.search(pattern, passed[-1]):
                return passed[-1]
        raise AssertionError(f"no way by Tab to {pattern}: {passed}")
