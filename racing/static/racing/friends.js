/** The page of friends: a button that copies the own link. */

for (const button of document.querySelectorAll("button[data-copy]")) {
  if (!(button instanceof HTMLButtonElement) || !navigator.clipboard) continue;
  button.hidden = false;
  button.addEventListener("click", async () => {
    await navigator.clipboard.writeText(button.dataset.copy ?? "");
    button.textContent = button.dataset.copied ?? "";
  });
}
for (const field of document.querySelectorAll("input[data-select]")) {
  if (field instanceof HTMLInputElement) field.addEventListener("focus", () => field.select());
}

export {};
