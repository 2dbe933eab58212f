// ---- Recent places: the pages that this tab has shown ----

// Of this tab alone and as long as it is open, since titles hold names of rows.
const recentPlaces = () => {
  try { return JSON.parse(sessionStorage.getItem("recent")) ?? []; } catch { return []; }
};

(() => {
  const label = document.title.replace(/^Sync failed – /, "").replace(/ – Syncline$/, "").replace(troubleInTitle, "");
  const place = { label, url: location.pathname + location.search };
  const status = performance.getEntriesByType("navigation")[0]?.responseStatus ?? 200;
  try {
    // Signed out: whoever comes next starts anew.
    if (!one("#nav")) sessionStorage.removeItem("recent");
    else if (status < 400) {
      const others = recentPlaces().filter(({ url }) => url !== place.url);
      sessionStorage.setItem("recent", JSON.stringify([place, ...others].slice(0, 20)));
    }
  } catch { /* Not kept then. */ }
})();
