"use strict";
(() => {
  const field = document.getElementById("ch-find");
  const found = document.getElementById("ch-found");
  const items = [...document.querySelectorAll("[data-find]")];
  field.addEventListener("input", () => {
    const words = field.value.toLowerCase().split(/\s+/).filter(Boolean);
    let shown = 0;
    for (const item of items) {
      item.hidden = !words.every((word) => item.dataset.find.includes(word));
      shown += item.hidden ? 0 : 1;
    }
    found.textContent = words.length ? `${shown} of ${items.length}` : "";
  });
})();
