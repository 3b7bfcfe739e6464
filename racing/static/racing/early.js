// Runs before anything is drawn, so that a page never flashes in other colours than the reader chose. A plain script: a
// module would come too late. What the attributes mean is in settings.js and in the style sheets.
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
}
