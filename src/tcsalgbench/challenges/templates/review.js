"use strict";
(() => {
  const shown = TCS.data;
  const follow = (id) => { const link = document.getElementById(id); if (link) location.assign(link.href); };
  const form = document.querySelector(".rv-form");
  if (!form) {
    addEventListener("keydown", (event) => { if (event.key === "g" && !event.ctrlKey && !event.metaKey && !event.altKey) follow("rv-unread"); });
    return;
  }
  const questions = [...form.querySelectorAll("fieldset")];
  const notes = document.getElementById("rv-notes");
  const said = document.getElementById("rv-said");
  const button = document.getElementById("rv-save");
  const place = "tcs-review:" + shown.challenge + ":" + shown.text;
  let marked = 0;

  const mark = (index) => {
    marked = index;
    questions.forEach((one, at) => one.classList.toggle("rv-marked", at === index));
  };
  const answerOf = (question) => question.querySelector("input:checked")?.value ?? null;
  const current = () => ({
    notes: notes.value,
    ...Object.fromEntries(questions.map((one) => [one.dataset.question, answerOf(one)])),
  });
  const fill = (verdict) => {
    notes.value = verdict.notes ?? "";
    for (const question of questions) {
      for (const input of question.querySelectorAll("input")) input.checked = input.value === verdict[question.dataset.question];
    }
  };
  const say = (text, kind) => { said.textContent = text; said.className = kind; };
  // What is not saved yet outlives a look at another challenge.
  const keep = () => { try { sessionStorage.setItem(place, JSON.stringify(current())); } catch { /* it is a comfort only */ } };
  const kept = () => { try { return JSON.parse(sessionStorage.getItem(place)); } catch { return null; } };

  const answer = (value) => {
    const input = questions[marked].querySelector(`input[value="${value}"]`);
    input.checked = true;
    keep();
    mark((marked + 1) % questions.length);
  };

  const save = async () => {
    const verdict = current();
    const missing = questions.findIndex((one) => answerOf(one) === null);
    if (missing >= 0) {
      mark(missing);
      say("Answer both questions first.", "tcs-warn");
      return;
    }
    button.disabled = true;
    try {
      const reply = await fetch("../verdict", {
        method: "POST",
        headers: { "Content-Type": "application/json" },
        body: JSON.stringify({ challenge: shown.challenge, text: shown.text, ...verdict }),
      });
      const result = await reply.json();
      if (!reply.ok) throw new Error(result.error.message);
      try { sessionStorage.removeItem(place); } catch { /* as above */ }
      say("Saved.", "tcs-good");
      if (result.next === null) location.assign("../");
      else location.assign(String(result.next));
    } catch (error) {
      keep();
      const gone = error instanceof TypeError;
      say("Not saved: " + (gone ? "the program that served this page has ended. Start it again; your words are kept here." : error.message), "tcs-bad");
    } finally {
      button.disabled = false;
    }
  };

  fill(kept() ?? shown.mine ?? {});
  mark(0);
  if (kept()) say("Not saved yet.", "tcs-warn");
  else if (shown.mine) say("This is your verdict; save again to change it.", "tcs-quiet");
  form.addEventListener("input", keep);
  form.addEventListener("submit", (event) => { event.preventDefault(); save(); });
  document.getElementById("rv-change").addEventListener("click", () => document.body.classList.toggle("rv-all"));

  const keys = {
    j: () => follow("rv-next"),
    k: () => follow("rv-previous"),
    g: () => follow("rv-unread"),
    y: () => answer("yes"),
    n: () => answer("no"),
    u: () => answer("unsure"),
    f: () => mark(0),
    c: () => mark(1),
    e: () => notes.focus(),
    d: () => document.body.classList.toggle("rv-all"),
    Enter: save,
  };
  addEventListener("keydown", (event) => {
    if (event.target === notes) {
      if (event.key === "Escape") notes.blur();
      if (event.key === "Enter" && (event.ctrlKey || event.metaKey)) save();
      return;
    }
    if (event.ctrlKey || event.metaKey || event.altKey) return;
    if (event.key === "Enter" && event.target.closest?.("a, button, summary")) return;
    const act = keys[event.key];
    if (!act) return;
    event.preventDefault();
    act();
  });
})();
