"use strict";
// The drawing of a proof graph: one canvas that shows what is on the screen, a list and a reading pane that anyone can walk.
(() => {
  const { nodes, lines, labels, layers, box, size } = TCS.data;
  const [WIDTH, HEIGHT] = box;
  const [SMALLEST, LARGEST] = [0.02, 4];
  const find = (id) => document.getElementById(id);
  const canvas = find("g-canvas"), list = find("g-list"), detail = find("g-detail"), search = find("g-search");
  const context = canvas.getContext("2d");
  const calm = matchMedia("(prefers-reduced-motion: reduce)").matches;

  // A line is [source, target, layer, in a proof, note, bends].
  nodes.forEach((node, number) => Object.assign(node, { number, uses: [], users: [], home: [node.x, node.y] }));
  for (const line of lines) {
    nodes[line[0]].uses.push(line);
    nodes[line[1]].users.push(line);
  }
  // What the search looks in: prepared when somebody searches.
  let haystacks = null;
  function textOf(node) {
    const plain = (html) => html.replace(/<[^>]*>/g, " ").replace(/&lt;/g, "<").replace(/&gt;/g, ">").replace(/&amp;/g, "&");
    return [node.printed, node.id, node.words, plain(node.statement)].join(" ").toLowerCase();
  }

  const view = { x: 0, y: 0, scale: 1 };
  const state = { chosen: null, found: null, kinds: null, layers: null, scope: "all", shown: nodes, part: false, width: size[0], height: size[1] };
  let palette = {}, frame = 0, ratio = 1;

  function readPalette() {
    const style = getComputedStyle(document.documentElement);
    const colour = (name) => style.getPropertyValue("--" + name).trim();
    palette = { ink: colour("ink"), quiet: colour("quiet"), paper: colour("paper"), stroke: colour("g-stroke"), chosen: colour("g-chosen") };
    for (const group of ["result", "lemma", "definition", "assumption", "algorithm", "other"]) {
      palette[group] = colour("g-" + group);
      palette[group + "-far"] = colour(`g-${group}-far`);
    }
    palette.layers = layers.map((layer) => colour("g-" + layer));
    palette.plain = colour("plain");
  }
  const DASHES = { ref: [], eqref: [9, 4], text: [5, 4], term: [1.5, 4] };

  // What is shown.
  function reach(start, step) {
    const seen = new Set([start]);
    const queue = [start];
    for (const at of queue) {
      for (const line of nodes[at][step]) {
        const next = step === "uses" ? line[1] : line[0];
        if (state.layers.has(line[2]) && !seen.has(next)) {
          seen.add(next);
          queue.push(next);
        }
      }
    }
    return seen;
  }

  function refresh() {
    const checked = (name) => [...document.querySelectorAll(`input[name="${name}"]:checked`)].map((input) => input.value);
    state.kinds = new Set(checked("kind"));
    state.layers = new Set(checked("layer").map((name) => layers.indexOf(name)));
    state.scope = checked("scope")[0];
    let around = null;
    if (state.chosen !== null && state.scope !== "all") around = reach(state.chosen, state.scope === "down" ? "uses" : "users");
    state.shown = nodes.filter((node) => state.kinds.has(node.kind) && (around === null || around.has(node.number)));
    const words = search.value.toLowerCase().split(/\s+/).filter(Boolean);
    if (words.length && haystacks === null) haystacks = nodes.map(textOf);
    state.found = words.length
      ? new Set(state.shown.filter((node) => words.every((word) => haystacks[node.number].includes(word))).map((node) => node.number))
      : null;
    arrange(around !== null);
    fillList();
    say();
    redraw();
  }

  // A part of the graph gets a drawing of its own, made from the whole: the same layers and order, without the gaps.
  function arrange(part) {
    const before = state.part;
    state.part = part;
    for (const node of nodes) [node.x, node.y] = node.home;
    [state.width, state.height] = size;
    if (part) {
      const rows = new Map();
      for (const node of state.shown) rows.set(node.y, [...(rows.get(node.y) ?? []), node]);
      const layers_ = [...rows.keys()].sort((a, b) => a - b).map((y) => rows.get(y).sort((a, b) => a.x - b.x));
      const here = new Set(state.shown.map((node) => node.number));
      const near = (node, step, end) => node[step].filter((line) => state.layers.has(line[2]) && here.has(line[end])).map((line) => nodes[line[end]]);
      layers_.forEach((row, at) => {
        row.forEach((node) => { node.y = HEIGHT + at * (HEIGHT + 64); });
        spread(row, row.map(() => 0));
      });
      for (let sweep = 0; sweep < 12; sweep++) {
        const down = sweep % 2 === 0;
        for (const row of down ? layers_ : [...layers_].reverse()) {
          const wishes = row.map((node) => {
            const beside = down ? near(node, "uses", 1) : near(node, "users", 0);
            return beside.length ? beside.reduce((sum, one) => sum + one.x, 0) / beside.length : node.x;
          });
          spread(row, wishes);
        }
      }
      const left = Math.min(...state.shown.map((node) => node.x)) - WIDTH;
      for (const node of state.shown) node.x -= left;
      state.width = Math.max(...state.shown.map((node) => node.x)) + WIDTH;
      state.height = (layers_.length + 1) * (HEIGHT + 64);
    }
    if (part || before) fit();
  }
  // Each as near to its wish as order and widths allow: least squares, by pooling neighbours.
  function spread(row, wishes) {
    const pools = [];
    wishes.forEach((wish, at) => {
      pools.push([wish - at * (WIDTH + 22), 1]);
      while (pools.length > 1 && pools.at(-2)[0] > pools.at(-1)[0]) {
        const [mean, many] = pools.pop(), [other, more] = pools.pop();
        pools.push([(mean * many + other * more) / (many + more), many + more]);
      }
    });
    const shifts = pools.flatMap(([mean, many]) => Array(many).fill(mean));
    row.forEach((node, at) => { node.x = shifts[at] + at * (WIDTH + 22); });
  }

  function say() {
    const count = state.found ? state.found.size : state.shown.length;
    find("g-status").textContent = state.found ? `${count} found` : count === nodes.length ? "" : `${count} of ${nodes.length} shown`;
  }

  // The list.
  function listed() {
    return state.found ? state.shown.filter((node) => state.found.has(node.number)) : state.shown;
  }
  function fillList() {
    const items = listed().map((node) => {
      const item = document.createElement("div");
      item.setAttribute("role", "option");
      item.id = "g-item-" + node.number;
      item.setAttribute("aria-selected", String(node.number === state.chosen));
      item.append(node.printed + " ");
      if (node.words) item.append(make("span", {}, node.words));
      item.addEventListener("click", () => choose(node.number));
      return item;
    });
    list.replaceChildren(...items);
    markInList();
  }
  function markInList() {
    list.querySelector('[aria-selected="true"]')?.setAttribute("aria-selected", "false");
    const item = state.chosen === null ? null : find("g-item-" + state.chosen);
    list.setAttribute("aria-activedescendant", item ? item.id : "");
    if (!item) return;
    item.setAttribute("aria-selected", "true");
    const [top, bottom] = [item.offsetTop - list.offsetTop, item.offsetTop - list.offsetTop + item.offsetHeight];
    if (top < list.scrollTop || bottom > list.scrollTop + list.clientHeight) list.scrollTop = top - list.clientHeight / 3;
  }
  list.addEventListener("keydown", (event) => {
    const step = { ArrowDown: 1, ArrowUp: -1, PageDown: 12, PageUp: -12, Home: -Infinity, End: Infinity }[event.key];
    const here = listed();
    if (event.key === "Enter" && state.chosen !== null) detail.focus();
    if (step === undefined || !here.length) return;
    event.preventDefault();
    const at = here.findIndex((node) => node.number === state.chosen);
    choose(here[Math.max(0, Math.min(here.length - 1, at < 0 ? 0 : at + step))].number);
  });

  // Reading one statement.
  function make(name, attributes, ...children) {
    const element = document.createElement(name);
    for (const [key, value] of Object.entries(attributes)) element.setAttribute(key, value);
    element.append(...children);
    return element;
  }
  function html(name, class_, text) {
    // Python made this HTML from TeX: well-formed, escaped, without links or handlers; the policy of the page stands behind it.
    const element = make(name, class_ ? { class: class_ } : {});
    element.innerHTML = text;
    return element;
  }
  function link(number, note = [], quote = "") {
    const node = nodes[number];
    const button = make("button", { type: "button", title: node.words }, node.printed);
    button.addEventListener("click", () => { choose(number); detail.focus({ preventScroll: true }); });
    const item = make("li", {}, button, " ");
    if (note.length) item.append(make("small", {}, ...note));
    if (quote) item.append(" ", html("q", "", `“${quote}”`));
    return item;
  }
  function section(title, items) {
    return items.length ? [make("h3", {}, title), make("ul", { class: "g-links" }, ...items)] : [];
  }
  const WAYS = { ref: "by reference", eqref: "through an equation or item", text: "in words", term: "uses" };
  function linkedBy(entries, end) {
    return entries.map((line) => {
      const way = WAYS[layers[line[2]]];
      if (layers[line[2]] === "term") return link(line[end], [way, " ", html("span", "", line[4])]);
      return link(line[end], [`${way}, in its ${line[3] ? "proof" : "statement"}`], line[4]);
    });
  }
  function read(number) {
    const node = nodes[number];
    const head = make("h2", {}, node.printed);
    if (node.name) head.append(" (", html("span", "", node.name), ")");
    const parts = [head, make("p", { class: "g-place" }, `${node.kind}, ${node.place}`), html("div", "g-statement", node.statement)];
    if (node.formal.length) parts.push(...section("Informal version of", node.formal.map((one) => link(one))));
    if (node.restates >= 0) parts.push(...section("Restates", [link(node.restates)]));
    if (node.supposes.length || node.quotes.length) {
      const quotes = node.quotes.map((quote) => html("li", "", quote));
      parts.push(...section("Supposes", [...node.supposes.map((one) => link(one)), ...quotes]));
    }
    if (node.free.length) parts.push(make("h3", {}, "Free variables"), html("p", "", node.free.join(", ")));
    parts.push(...section("Invokes", linkedBy(node.uses, 1)), ...section("Is invoked by", linkedBy(node.users, 0)));
    if (node.terms.length) {
      const entries = make("dl", { class: "g-terms" });
      for (const entry of node.terms) entries.append(html("dt", "", entry.term), html("dd", "", entry.definition));
      parts.push(make("h3", {}, "Words and symbols"), entries);
    }
    if (node.flags.length) parts.push(...section("To look at", node.flags.map((flag) => make("li", { class: "tcs-warn" }, flag))));
    if (node.proof) parts.push(make("h3", {}, "Proof"), make("p", { class: "g-place" }, node.proofPlace), html("div", "", node.proof));
    detail.replaceChildren(...parts);
    detail.scrollTop = 0;
    TCS.typesetLazily(detail);
  }
  detail.addEventListener("click", (event) => {
    const reference = event.target.closest(".tcs-ref");
    const number = reference ? labels[reference.dataset.label] : undefined;
    if (number !== undefined) choose(number);
  });

  function choose(number, { move = true } = {}) {
    state.chosen = number;
    history.replaceState(null, "", "#" + encodeURIComponent(nodes[number].id));
    read(number);
    if (state.scope !== "all") refresh();
    else markInList();
    if (move && !state.part) goTo(nodes[number]);
    redraw();
  }
  function unchoose() {
    state.chosen = null;
    history.replaceState(null, "", location.pathname + location.search);
    detail.replaceChildren(make("p", { class: "tcs-quiet" }, "Choose a statement in the drawing or in the list to read it."));
    refresh();
  }

  // Moving about.
  function moveTo(target) {
    const from = { ...view }, begin = performance.now(), takes = calm ? 0 : 220;
    const step = (now) => {
      const part = takes ? Math.min(1, Math.max(0, (now - begin) / takes)) : 1;
      const eased = 1 - (1 - part) ** 3;
      for (const key of ["x", "y", "scale"]) view[key] = from[key] + (target[key] - from[key]) * eased;
      redraw();
      if (part < 1) requestAnimationFrame(step);
    };
    step(begin);
  }
  function goTo(node) {
    const { clientWidth: width, clientHeight: height } = canvas;
    const [x, y] = [node.x * view.scale + view.x, node.y * view.scale + view.y];
    const near = x > 90 && x < width - 90 && y > 50 && y < height - 50;
    if (near && view.scale >= 0.55) return;
    const scale = Math.max(view.scale, 0.85);
    moveTo({ scale, x: width / 2 - node.x * scale, y: height / 2 - node.y * scale });
  }
  function fit() {
    const { clientWidth: width, clientHeight: height } = canvas;
    const scale = Math.max(SMALLEST, Math.min(1.15, width / state.width, height / state.height));
    moveTo({ scale, x: (width - state.width * scale) / 2, y: Math.max(0, (height - state.height * scale) / 2) });
  }
  function zoom(by, x = canvas.clientWidth / 2, y = canvas.clientHeight / 2) {
    const scale = Math.max(SMALLEST, Math.min(LARGEST, view.scale * by));
    view.x = x - ((x - view.x) * scale) / view.scale;
    view.y = y - ((y - view.y) * scale) / view.scale;
    view.scale = scale;
    redraw();
  }

  // Drawing: only what is on the screen, and of that only what can be seen.
  function redraw() {
    if (!frame) frame = requestAnimationFrame(() => { frame = 0; draw(); });
  }
  function fitText(text, width) {
    if (context.measureText(text).width <= width) return text;
    let [low, high] = [0, text.length];
    while (low < high) {
      const middle = (low + high + 1) >> 1;
      if (context.measureText(text.slice(0, middle) + "…").width <= width) low = middle;
      else high = middle - 1;
    }
    return text.slice(0, low).trimEnd() + "…";
  }
  function straight(line) {
    const [from, to] = [nodes[line[0]], nodes[line[1]]];
    const half = to.y <= from.y ? HEIGHT / 2 : -HEIGHT / 2;
    return [from.x, from.y - half, to.x, to.y + half];
  }
  function trace(line, path) {
    const bends = state.part ? straight(line) : line[5], shift = (line[2] - 1) * 4;
    let [x, y] = [bends[0] + shift, bends[1]];
    path.moveTo(x, y);
    for (let at = 2; at < bends.length; at += 2) {
      const [nextX, nextY] = [bends[at] + shift, bends[at + 1]];
      const bow = (nextY - y) * 0.45;
      path.bezierCurveTo(x, y + bow, nextX, nextY - bow, nextX, nextY);
      [x, y] = [nextX, nextY];
    }
    return [x, y, bends[bends.length - 3] > y ? 1 : -1];
  }
  function stroke(line) {
    context.strokeStyle = palette.layers[line[2]];
    context.setLineDash(DASHES[layers[line[2]]]);
    context.beginPath();
    const [x, y, up] = trace(line, context);
    context.stroke();
    context.setLineDash([]);
    context.beginPath();
    context.moveTo(x - 4, y + 7 * up);
    context.lineTo(x, y);
    context.lineTo(x + 4, y + 7 * up);
    context.stroke();
  }
  function draw() {
    const { clientWidth: width, clientHeight: height } = canvas;
    context.setTransform(ratio, 0, 0, ratio, 0, 0);
    context.clearRect(0, 0, width, height);
    context.setTransform(ratio * view.scale, 0, 0, ratio * view.scale, ratio * view.x, ratio * view.y);
    const left = -view.x / view.scale, top = -view.y / view.scale;
    const right = left + width / view.scale, bottom = top + height / view.scale;
    const shown = new Set(state.shown.map((node) => node.number));
    const near = new Set();
    if (state.chosen !== null) {
      near.add(state.chosen);
      for (const line of nodes[state.chosen].uses) if (state.layers.has(line[2])) near.add(line[1]);
      for (const line of nodes[state.chosen].users) if (state.layers.has(line[2])) near.add(line[0]);
    }
    const touches = (line) => line[0] === state.chosen || line[1] === state.chosen;
    const arrows = view.scale > 0.3;
    const isFaint = (node) => (state.found ? !state.found.has(node.number) : state.chosen !== null && !near.has(node.number));
    // First what stays behind, then what the chosen statement has to do with: its lines run over the others.
    for (const strong of [false, true]) {
      context.globalAlpha = strong ? 1 : state.chosen !== null || state.found ? 0.16 : shown.size > 300 ? 0.35 : 0.75;
      context.lineWidth = (strong ? 2.2 : 1.2) / Math.max(0.45, Math.min(1, view.scale));
      const near = arrows || strong;
      const far = near ? null : layers.map(() => new Path2D());
      for (const line of lines) {
        if (touches(line) !== strong || !state.layers.has(line[2]) || !shown.has(line[0]) || !shown.has(line[1])) continue;
        const [a, b] = [nodes[line[0]], nodes[line[1]]];
        if (Math.max(a.y, b.y) < top || Math.min(a.y, b.y) > bottom) continue;
        if (line[5].length === 4 && (Math.max(a.x, b.x) + WIDTH < left || Math.min(a.x, b.x) - WIDTH > right)) continue;
        if (far) trace(line, far[line[2]]);
        else stroke(line);
      }
      // From afar a layer is one stroke, and without dashes: they are not seen, and cost more than all the rest.
      far?.forEach((path, layer) => {
        if (layers[layer] === "term") context.globalAlpha /= 2;
        context.strokeStyle = palette.layers[layer];
        context.stroke(path);
      });
      context.setLineDash([]);
      for (const node of state.shown) {
        const [x, y] = [node.x - WIDTH / 2, node.y - HEIGHT / 2];
        if (isFaint(node) === strong || x > right || x + WIDTH < left || y > bottom || y + HEIGHT < top) continue;
        drawBox(node, x, y, isFaint(node));
      }
    }
    context.globalAlpha = 1;
  }
  function drawBox(node, x, y, faint) {
    const readable = view.scale > 0.42;
    context.globalAlpha = 1;
    context.fillStyle = palette.paper;
    context.fillRect(x, y, WIDTH, HEIGHT);
    context.globalAlpha = faint ? (state.found ? 0.25 : 0.55) : 1;
    context.fillStyle = palette[readable ? node.group : node.group + "-far"];
    context.strokeStyle = node.number === state.chosen ? palette.chosen : palette.stroke;
    context.lineWidth = node.number === state.chosen ? 3 / Math.min(1, view.scale) : 1;
    context.beginPath();
    context.roundRect(x, y, WIDTH, HEIGHT, node.group === "definition" ? 12 : 4);
    context.fill();
    context.stroke();
    if (!readable) return;
    context.fillStyle = palette.ink;
    context.textAlign = "center";
    context.font = `600 13px ${palette.plain}`;
    context.fillText(fitText(node.printed, WIDTH - 14), node.x, node.y + (node.words ? -4 : 5));
    if (!node.words) return;
    context.fillStyle = palette.quiet;
    context.font = `11.5px ${palette.plain}`;
    context.fillText(fitText(node.words, WIDTH - 14), node.x, node.y + 13);
  }
  function resize() {
    ratio = devicePixelRatio || 1;
    canvas.width = Math.round(canvas.clientWidth * ratio);
    canvas.height = Math.round(canvas.clientHeight * ratio);
    redraw();
  }

  // Pointers: one drags or taps, two pinch.
  const pointers = new Map();
  let travelled = 0;
  canvas.addEventListener("pointerdown", (event) => {
    canvas.setPointerCapture(event.pointerId);
    pointers.set(event.pointerId, [event.offsetX, event.offsetY]);
    travelled = pointers.size > 1 ? Infinity : 0;
    canvas.classList.add("g-dragging");
  });
  canvas.addEventListener("pointermove", (event) => {
    const before = pointers.get(event.pointerId);
    if (!before) {
      canvas.title = nodeAt(event.offsetX, event.offsetY)?.words ?? "";
      return;
    }
    const now = [event.offsetX, event.offsetY];
    const others = [...pointers].filter(([id]) => id !== event.pointerId);
    if (others.length) {
      const [x, y] = others[0][1];
      const [was, is] = [Math.hypot(before[0] - x, before[1] - y), Math.hypot(now[0] - x, now[1] - y)];
      if (was > 0 && is > 0) zoom(is / was, (now[0] + x) / 2, (now[1] + y) / 2);
    } else {
      view.x += now[0] - before[0];
      view.y += now[1] - before[1];
    }
    travelled += Math.abs(now[0] - before[0]) + Math.abs(now[1] - before[1]);
    pointers.set(event.pointerId, now);
    redraw();
  });
  for (const name of ["pointerup", "pointercancel"]) {
    canvas.addEventListener(name, (event) => {
      pointers.delete(event.pointerId);
      canvas.classList.remove("g-dragging");
      if (name === "pointercancel" || travelled > 6) return;
      const node = nodeAt(event.offsetX, event.offsetY);
      if (node) choose(node.number, { move: false });
      else if (state.chosen !== null) unchoose();
    });
  }
  function nodeAt(offsetX, offsetY) {
    const [x, y] = [(offsetX - view.x) / view.scale, (offsetY - view.y) / view.scale];
    return state.shown.find((node) => Math.abs(node.x - x) <= WIDTH / 2 && Math.abs(node.y - y) <= HEIGHT / 2);
  }
  canvas.addEventListener("wheel", (event) => {
    event.preventDefault();
    zoom(Math.exp(-event.deltaY * (event.deltaMode === 1 ? 0.05 : 0.0016)), event.offsetX, event.offsetY);
  }, { passive: false });

  // Keys.
  const KEYS = {
    ArrowLeft: () => { view.x += 80; }, ArrowRight: () => { view.x -= 80; },
    ArrowUp: () => { view.y += 80; }, ArrowDown: () => { view.y -= 80; },
    "+": () => zoom(1.25), "=": () => zoom(1.25), "-": () => zoom(0.8), 0: fit,
  };
  canvas.addEventListener("keydown", (event) => {
    if (!KEYS[event.key] || event.ctrlKey || event.metaKey) return;
    event.preventDefault();
    KEYS[event.key]();
    redraw();
  });
  addEventListener("keydown", (event) => {
    if (event.key === "/" && document.activeElement !== search) {
      event.preventDefault();
      search.focus();
      search.select();
    } else if (event.key === "Escape" && document.activeElement !== search) {
      if (find("g-filter").open) find("g-filter").open = false;
      else if (state.chosen !== null) unchoose();
    }
  });
  addEventListener("pointerdown", (event) => {
    if (!find("g-filter").contains(event.target)) find("g-filter").open = false;
  });
  search.addEventListener("input", refresh);
  search.addEventListener("keydown", (event) => {
    const first = listed()[0];
    if (event.key === "Enter" && first) {
      choose(first.number);
      list.focus();
    }
  });
  find("g-filter").addEventListener("change", refresh);
  find("g-in").addEventListener("click", () => zoom(1.25));
  find("g-out").addEventListener("click", () => zoom(0.8));
  find("g-fit").addEventListener("click", fit);
  matchMedia("(prefers-color-scheme: dark)").addEventListener("change", () => { readPalette(); redraw(); });
  new ResizeObserver(resize).observe(canvas);

  function follow() {
    const id = decodeURIComponent(location.hash.slice(1));
    const node = nodes.find((one) => one.id === id);
    if (node) choose(node.number);
  }
  addEventListener("hashchange", follow);

  readPalette();
  resize();
  refresh();
  fit();
  follow();
  document.documentElement.dataset.ready = "1";
})();
