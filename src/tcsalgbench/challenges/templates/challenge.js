"use strict";
(() => {
  const button = document.getElementById("ch-open");
  const details = document.querySelectorAll("details.ch-origin, details.ch-notation");
  button.addEventListener("click", () => {
    const open = [...details].some((one) => !one.open);
    details.forEach((one) => { one.open = open; });
    button.textContent = open ? "Hide all sources" : "Show all sources";
  });
})();
