/**
 * Passkeys: offered where the browser and the address can have them, and otherwise why not.
 *
 * A place `data-passkeys` names the form of allauth's script that makes or asks for one. What it is given comes from
 * the server in the page, so nothing here talks to anybody but the browser.
 */

/** The ids that allauth's script asks for. */
const IDS = {
  add: "mfa_webauthn_add",
  authenticate: "mfa_webauthn_reauthenticate",
  login: "passkey_login",
  passwordless: "id_passwordless",
  data: "js_data",
};

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
  const kind = place.dataset.passkeys;
  if (found) {
    for (const button of place.querySelectorAll(".button")) button.setAttribute("hidden", "");
    place.querySelector(`[data-passkeys-${found}]`)?.removeAttribute("hidden");
  } else if (kind) {
    const credential = kind === "loginForm" ? "mfa_credential" : "id_credential";
    /** @type {any} */ (window).allauth.webauthn.forms[kind]({ids: {...IDS, credential}});
  }
}

// Declined, timed out, or none there: the browser has said which, as far as it wants to.
document.addEventListener("allauth.error", (event) => {
  event.preventDefault();
  document.querySelector("[data-passkeys-failed]")?.removeAttribute("hidden");
});

export {};
