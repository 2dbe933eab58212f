// ---- Files to be sent ----

// A file that the server would refuse is named before it is sent.
for (const input of all("input[type=file][data-max]")) {
  input.addEventListener("change", () => {
    const isTooLarge = (input.files[0]?.size ?? 0) > Number(input.dataset.max);
    input.setCustomValidity(isTooLarge ? input.dataset.tooLarge : "");
    if (isTooLarge) input.reportValidity();
  });
}
