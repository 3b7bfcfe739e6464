// Runs before anything is drawn, so that a page never flashes in other colours than the reader chose. A plain script: a
// module would come too late. What the attributes mean is in settings.js and in the style sheets. And it is there when
// another file is lost: while a server is started anew, or because the line broke.
{
  const root = document.documentElement;
  let kept = {};
  try {
    kept = JSON.parse(localStorage.getItem("settings") ?? "{}") ?? {};
  } catch {
    // Storage is closed to this page, or holds something else: as if nothing had been chosen.
  }
  for (const [name, value] of Object.entries(kept)) {
    if (/^[a-z]+$/.test(name) && typeof value === "string") root.dataset[name] = value;
  }
  const asked = root.dataset.theme ?? "auto";
  const strong = asked === "contrast" || (asked === "auto" && matchMedia("(prefers-contrast: more)").matches);
  root.toggleAttribute("data-contrast", strong);

  const says = document.createElement("p");
  says.className = "lost";
  says.role = "alert";
  says.textContent = document.head.dataset.lost ?? "";
  /** @param {number} tries */
  const wait = (tries) => Math.min(20_000, 500 * 2 ** tries) * (0.7 + 0.6 * Math.random());
  const tell = () => (document.body ?? root).append(says);
  // A script or a style that did not come is asked for again, each time from another address: browsers remember failures.
  let lost = 0;
  const askAgain = (/** @type {Event} */ {target}) => {
    const isScript = target instanceof HTMLScriptElement;
    if (!isScript && !(target instanceof HTMLLinkElement && target.rel === "stylesheet")) return;
    const tries = Number(target.dataset.tries ?? 0) + 1;
    if (tries === 1) lost++;
    tell();
    setTimeout(() => {
      const again = document.createElement(target.localName);
      for (const {name, value} of target.attributes) again.setAttribute(name, value);
      const address = new URL(isScript ? target.src : target.href);
      address.searchParams.set("again", String(tries));
      again.setAttribute(isScript ? "src" : "href", address.href);
      again.dataset.tries = String(tries);
      again.onload = () => --lost || says.remove();
      target.replaceWith(again);
    }, wait(tries));
  };
  addEventListener("error", askAgain, true);
  // Of a page that was cut off nobody knows what is missing. It is loaded anew, less and less often.
  addEventListener("DOMContentLoaded", () => {
    try {
      const tries = document.querySelector("[data-end]") ? 0 : Number(sessionStorage.getItem("tries")) + 1;
      sessionStorage.setItem("tries", String(tries));
      if (tries === 0) return;
      tell();
      setTimeout(() => location.reload(), wait(tries));
    } catch {
      // Where nothing is kept nobody counts, and the page would be loaded over and over.
    }
  });
}
