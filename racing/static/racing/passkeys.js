/** Passkeys: shown where the browser and the address can have them, and otherwise why not. The rest is allauth's. */

/** @returns {"" | "insecure" | "missing"} what stands in the way */
function trouble() {
  // A passkey belongs to a name, never to a bare address, which a browser may still call secure.
  const bare = /^[\d.]+$|^\[/.test(location.hostname);
  if (!window.isSecureContext || bare) return "insecure";
  return "PublicKeyCredential" in window ? "" : "missing";
}

const found = trouble();
for (const place of document.querySelectorAll("[data-passkeys]")) {
  if (!(place instanceof HTMLElement)) continue;
  place.hidden = false;
  if (found) {
    for (const button of place.querySelectorAll(".button")) button.setAttribute("hidden", "");
    place.querySelector(`[data-passkeys-${found}]`)?.removeAttribute("hidden");
  }
}

// Declined, timed out, or none there: the browser has said which, as far as it wants to.
document.addEventListener("allauth.error", (event) => {
  event.preventDefault();
  document.querySelector("[data-passkeys-failed]")?.removeAttribute("hidden");
});

export {};
