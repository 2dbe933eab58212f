// ---- Copying ----

for (const button of all("[data-copy]")) {
  if (!navigator.clipboard) continue; // Needs TLS or loopback.
  button.hidden = false;
  button.addEventListener("click", async () => {
    const source = one(button.dataset.copy);
    if (!source) return;
    const label = button.textContent;
    try {
      await navigator.clipboard.writeText(source.textContent);
      button.textContent = localized("Copied");
    } catch {
      button.textContent = localized("Not copied: select it and copy it yourself");
    }
    setTimeout(() => { button.textContent = label; }, 3000);
  });
}
