"use strict";
// What scripts of pages share. Formulas are set when they come near the screen, and all of them before printing.
const TCS = (() => {
  const shipped = JSON.parse(document.getElementById("tcs-shipped").textContent);
  const UNSET = ".tcs-math:not([data-set])";

  // KaTeX stops at the first command that it does not know; such a command is shown by its name instead.
  function attempt(source, element, display) {
    const macros = { ...shipped.macros };
    const options = { displayMode: display, macros, trust: false, strict: "ignore", maxExpand: 2000, maxSize: 30 };
    for (let tries = 0; ; tries++) {
      try {
        katex.render(source, element, options);
        return null;
      } catch (error) {
        const unknown = /Undefined control sequence: (\\[a-zA-Z@]+)/.exec(error.message);
        if (!unknown || tries >= 20) return error;
        macros[unknown[1]] = "\\mathtt{\\backslash " + unknown[1].slice(1).replaceAll("@", "") + "}";
      }
    }
  }

  function set(element) {
    if (element.dataset.set || typeof katex === "undefined") return;
    const source = element.textContent;
    const error = attempt(source, element, element.classList.contains("tcs-display"));
    element.dataset.set = error ? "source" : "formula";
    if (error) {
      element.textContent = source;
      element.title = "This formula could not be set: " + error.message;
    }
  }

  function typeset(root) {
    if (root.matches && root.matches(UNSET)) set(root);
    root.querySelectorAll(UNSET).forEach(set);
  }

  function typesetLazily(root) {
    if (typeof katex === "undefined") return;
    const watch = new IntersectionObserver((entries) => {
      for (const entry of entries) {
        if (!entry.isIntersecting) continue;
        watch.unobserve(entry.target);
        set(entry.target);
      }
    }, { rootMargin: "600px" });
    root.querySelectorAll(UNSET).forEach((element) => watch.observe(element));
  }

  addEventListener("beforeprint", () => typeset(document));
  typesetLazily(document);
  return Object.freeze({ data: shipped.data, typeset, typesetLazily });
})();
