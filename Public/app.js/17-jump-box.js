// ---- Suggestions of the jump box ----

{
  const box = one("#jump");
  const list = document.createElement("datalist");
  let timer = null;
  list.id = "jump-found";
  box?.after(list);
  box?.addEventListener("input", () => {
    clearTimeout(timer);
    const text = box.value.trim();
    if (text.length < 2) return;
    timer = setTimeout(async () => {
      try {
        const { results } = await ask(`${box.form.action}.json?q=${encodeURIComponent(text)}`);
        box.setAttribute("list", list.id);
        list.replaceChildren(...(results ?? []).slice(0, 12).map((found) => {
          const option = document.createElement("option");
          option.value = found.id;
          option.label = `${found.kind} ${found.label} ${found.place}`.trim();
          return option;
        }));
      } catch {
        // Not reachable now; Enter asks again.
      }
    }, 150);
  });
}
