// ---- The note about the session's end ----

// Stands beside what has the focus, so that the next Tab leads there from anywhere; it is seen at
// the foot of the window, and nothing that gets the focus stays below it.
function sessionNote(main) {
  const note = document.createElement("div");
  const text = document.createElement("p");
  const acts = document.createElement("div");
  let before = null;
  note.className = "note warn idle";
  text.setAttribute("role", "alert");
  acts.className = "acts";
  note.append(text, acts);

  // Outside of what can be closed, of what stands above others, and of what only texts stand in.
  function placeBeside(element) {
    return element.closest("details") ?? element.closest(".key")?.closest(".grid")
      ?? element.closest("label, legend, p, h1, h2, h3") ?? element;
  }

  function uncover() {
    const focused = document.activeElement;
    if (!note.isConnected || focused === document.body || note.contains(focused)) return;
    const hidden = focused.getBoundingClientRect().bottom - note.getBoundingClientRect().top;
    if (hidden > 0 && focused.offsetHeight < innerHeight / 2) scrollBy(0, hidden + 8);
  }
  addEventListener("focusin", uncover);

  return {
    button(label, act) {
      const made = document.createElement("button");
      made.type = "button";
      made.className = "btn s";
      made.textContent = label;
      made.addEventListener("click", act);
      return made;
    },

    show(words, ...buttons) {
      text.textContent = words;
      acts.replaceChildren(...buttons);
      if (!note.isConnected) {
        before = document.activeElement;
        if (main.contains(before) && before !== main) placeBeside(before).after(note);
        else main.prepend(note);
      }
      const room = `${note.offsetHeight + 16}px`;
      document.documentElement.style.scrollPaddingBottom = room;
      document.body.style.paddingBottom = room;
      uncover();
    },

    remove() {
      const hadFocus = note.contains(document.activeElement);
      note.remove();
      document.documentElement.style.scrollPaddingBottom = "";
      document.body.style.paddingBottom = "";
      if (hadFocus) (before?.isConnected && before !== document.body ? before : main).focus();
    },
  };
}
