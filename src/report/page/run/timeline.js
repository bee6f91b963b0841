"use strict";
// The timeline. Everything is drawn from flat arrays on each change of the view. Spans narrower
// than a pixel are summed up in it.
(() => {
  const source = document.getElementById("timeline-data");
  if (!source) return;
  const data = JSON.parse(source.textContent);
  const $ = (id) => document.getElementById(id);
  const lanes = $("lanes"), canvas = $("spans"), overview = $("overview"), tip = $("tip"), details = $("details");

  const s = (n, one, many) => (n === 1 ? one : many);
  const index = (a, b) => `index ${b} of a split of worker ${a}`;
  // Colour, name, and what is said of a span with the numbers a and b. The numbers are those of
  // timeline.rs.
  const KINDS = [
    ["own", "own work", () => "the search itself"],
    ["task", "stolen task", (a) => `a job of worker ${a}`],
    ["aborted", "aborted task", (a) => `a job of worker ${a}, aborted`],
    ["task", "stolen task", index],
    ["aborted", "aborted task", (a, b) => `${index(a, b)}, aborted`],
    ["help", "helping", (a) => `inside a split of worker ${a}`],
    ["shared", "shared work", (a) => (a ? "a job, taken by another worker" : "a job, taken by nobody")],
    ["shared", "shared work", (a) => `a split, ${a} ${s(a, "index", "indices")} run by others`],
    ["shared", "shared work", (a) => `a split, ${a} ${s(a, "index", "indices")} run by others, cut short`],
    ["waiting", "waiting", () => "for those who run its tasks"],
    ["asleep", "asleep", () => ""],
  ];
  const STEALS = new Set([1, 2, 5]);
  // Told apart from others not by colour alone.
  const HATCHED = new Set(["aborted", "waiting"]);
  const colour = {};

  // ---- Data: for each worker and depth a row of spans, which do not overlap.
  const end = Math.max(1, data.end);
  // The search, which begins at 0 for the reader, and what is shown of the run at first: the
  // search and a little of the start-up and the shut-down of the pool around it.
  const [start, stop] = data.searched, home = data.shown;
  const workers = data.workers.map((worker) => {
    const flat = worker.spans, n = flat.length / 6, sizes = [];
    for (let i = 0; i < n; i++) sizes[flat[6 * i + 2]] = (sizes[flat[6 * i + 2]] || 0) + 1;
    const rows = Array.from(sizes, (size) => ({
      n: 0, start: new Float64Array(size || 0), end: new Float64Array(size || 0), kind: new Uint8Array(size || 0),
      a: new Uint16Array(size || 0), b: new Uint16Array(size || 0),
    }));
    for (let i = 0, at = 0; i < n; i++) {
      const row = rows[flat[6 * i + 2]], j = row.n++;
      at += flat[6 * i];
      row.start[j] = at;
      row.end[j] = at + flat[6 * i + 1];
      [row.kind[j], row.a[j], row.b[j]] = [flat[6 * i + 3], flat[6 * i + 4], flat[6 * i + 5]];
    }
    return { rows: rows.filter((row) => row.n > 0), news: worker.news, busy: worker.busy, from: worker.from };
  });

  function span(ns) {
    const value = (v, unit) => `${v < 10 ? v.toFixed(2) : v < 100 ? v.toFixed(1) : v.toFixed(0)} ${unit}`;
    if (ns < 1e3) return `${Math.round(ns)} ns`;
    return ns < 1e6 ? value(ns / 1e3, "us") : ns < 1e9 ? value(ns / 1e6, "ms") : value(ns / 1e9, "s");
  }

  /**
   * A moment after the beginning of the search, in the unit of the whole view, told apart from one
   * `apart` away by enough digits.
   */
  function moment(ns, apart) {
    const last = view.to - start, after = ns - start;
    const [unit, name] = last >= 1e9 ? [1e9, "s"] : last >= 1e6 ? [1e6, "ms"] : last >= 1e3 ? [1e3, "us"] : [1, "ns"];
    const digits = Math.max(0, Math.ceil(-Math.log10(apart / unit) - 1e-9));
    const text = (after / unit).toFixed(Math.min(digits, 9));
    return Number(text) === 0 ? "0" : `${text} ${name}`;
  }

  /** The first index from which on `list[i] > x`, the list being sorted. */
  function after(list, x) {
    let low = 0, high = list.length;
    while (low < high) {
      const middle = (low + high) >> 1;
      if (list[middle] > x) high = middle; else low = middle + 1;
    }
    return low;
  }

  // ---- Layout: an axis, then for each worker a name and its rows.
  const crowded = workers.length > 16;
  const AXIS = 22, NAME = crowded ? 14 : 26, GAP = crowded ? 3 : 8, NAME_MIDDLE = crowded ? 7 : 9;
  const deepest = Math.max(1, ...workers.map((worker) => worker.rows.length));
  const room = Math.max(16, Math.min(160, 900 / workers.length));
  const rowHeight = Math.max(3, Math.min(18, Math.floor(room / deepest)));
  let y = AXIS;
  for (const worker of workers) {
    worker.top = y;
    y += NAME + Math.max(1, worker.rows.length) * rowHeight + GAP;
  }
  const CROWD = 12; // pixels
  const height = y, overviewRow = Math.max(2, Math.min(10, Math.floor(120 / workers.length)));
  const overviewHeight = workers.length * overviewRow + 2;

  const view = { from: home[0], to: home[1] };
  let width = 1, selected = null;

  const finest = 50; // ns across the whole width
  function show(from, to) {
    const length = Math.min(end, Math.max(Math.min(finest, end), to - from));
    const first = Math.max(0, Math.min(end - length, from));
    [view.from, view.to] = [first, first + length];
    redraw();
  }
  function zoom(factor, at = (view.from + view.to) / 2) {
    show(at - (at - view.from) * factor, at + (view.to - at) * factor);
  }
  const pan = (share) => show(view.from + share * (view.to - view.from), view.to + share * (view.to - view.from));
  const timeAt = (x) => view.from + (x / width) * (view.to - view.from);

  // ---- Drawing.
  let asked = false;
  function redraw() {
    if (!asked) requestAnimationFrame(() => { asked = false; draw(); });
    asked = true;
  }

  function sized(element, high) {
    const wide = element.clientWidth || lanes.clientWidth;
    const ratio = high > 4000 ? 1 : window.devicePixelRatio || 1;
    const [w, h] = [Math.round(wide * ratio), Math.round(high * ratio)];
    if (element.width !== w || element.height !== h) [element.width, element.height] = [w, h];
    element.style.height = `${high}px`;
    const to = element.getContext("2d");
    to.setTransform(ratio, 0, 0, ratio, 0, 0);
    to.clearRect(0, 0, wide, high);
    return [to, wide];
  }

  function readColours() {
    const style = getComputedStyle(document.documentElement);
    for (const name of ["paper", "box", "ink", "soft", "rule", "own", "task", "aborted", "help", "shared", "waiting", "asleep", "on-bar", "on-task"]) {
      colour[name] = style.getPropertyValue(`--${name}`).trim();
    }
  }

  function draw() {
    let to;
    [to, width] = sized(canvas, height);
    to.font = "11px system-ui, sans-serif";
    to.textBaseline = "middle";
    drawAxis(to);
    const steals = [];
    workers.forEach((worker, w) => {
      worker.rows.forEach((row, depth) => drawRow(to, row, worker.top + NAME + depth * rowHeight, steals, w));
      if (worker.from > view.from) drawUnknown(to, worker);
    });
    drawNews(to);
    if (steals.length <= 200) steals.forEach((steal) => drawSteal(to, steal));
    // Last: nothing strikes a name through.
    workers.forEach((worker, w) => write(to, `worker ${w}`, 1, worker.top + NAME_MIDDLE, colour.soft));
    drawSelected(to);
    drawOverview();
    const apart = (view.to - view.from) / 100;
    $("range").textContent = `${moment(view.from, apart)} to ${moment(view.to, apart)}, ${span(view.to - view.from)} in view; the ${data.whole} took ${span(stop - start)}`;
    [lanes.dataset.from, lanes.dataset.to] = [view.from, view.to];
  }

  /** A text that lines behind it do not strike through. */
  function write(to, text, x, middle, ink) {
    to.fillStyle = colour.paper;
    to.fillRect(x - 1, middle - 7, to.measureText(text).width + 4, 14);
    to.fillStyle = ink;
    to.fillText(text, x, middle);
  }

  function drawAxis(to) {
    const length = view.to - view.from, rough = length / Math.max(2, width / 110);
    const power = 10 ** Math.floor(Math.log10(rough));
    const step = [1, 2, 5, 10].map((f) => f * power).find((f) => f >= rough);
    drawOutside(to);
    for (let t = start + Math.ceil((view.from - start) / step) * step; t <= view.to; t += step) {
      const x = ((t - view.from) / length) * width;
      to.fillStyle = colour.rule;
      to.fillRect(Math.round(x), AXIS - 4, 1, height);
      const text = moment(t, step), wide = to.measureText(text).width;
      to.fillStyle = colour.soft;
      to.fillText(text, Math.max(0, Math.min(width - wide, x - wide / 2)), AXIS / 2 - 2);
    }
    to.setLineDash([2, 3]);
    let drawn = -CROWD;
    for (const [at] of data.marks) {
      const x = ((at - view.from) / length) * width;
      if (x < 0 || x > width) continue;
      to.strokeStyle = colour.ink;
      to.beginPath();
      to.moveTo(x, AXIS);
      // Where marks are crowded only some lines go on, so that the rows are seen.
      to.lineTo(x, x - drawn < CROWD ? AXIS + 5 : height);
      to.stroke();
      if (x - drawn >= CROWD) drawn = x;
    }
    to.setLineDash([]);
    let free = width + 4;
    for (let i = data.marks.length - 1; i >= 0; i--) {
      const [at, whole] = data.marks[i], text = whole.split("  ")[0];
      const x = ((at - view.from) / length) * width, wide = to.measureText(text).width;
      const left = Math.min(x + 3, width - wide);
      if (x < 0 || x > width || left < 60 || left + wide + 4 > free) continue;
      write(to, text, left, AXIS + NAME_MIDDLE, colour.ink);
      free = left;
    }
  }

  /** Before the search and after it the pool starts up and shuts down: hatched, and named. */
  function drawOutside(to) {
    const scale = width / (view.to - view.from);
    for (const [from, until, name] of [[0, start, "start-up"], [stop, end, "shut-down"]]) {
      const x0 = Math.max(0, (from - view.from) * scale), x1 = Math.min(width, (until - view.from) * scale);
      if (x1 - x0 < 1) continue;
      to.save();
      to.beginPath();
      to.rect(x0, AXIS, x1 - x0, height - AXIS);
      to.clip();
      to.strokeStyle = colour.rule;
      to.beginPath();
      for (let x = x0 - height; x < x1; x += 6) { to.moveTo(x, AXIS); to.lineTo(x + height, AXIS + height); }
      to.stroke();
      to.restore();
      const text = `${name} ${span(until - from)}`, wide = to.measureText(text).width;
      if (x1 - x0 < wide + 8) continue;
      write(to, text, x0 + 4, height - 8, colour.ink);
    }
  }

  function drawRow(to, row, top, steals, worker) {
    const scale = width / (view.to - view.from), high = rowHeight > 5 ? rowHeight - 1 : rowHeight;
    const sums = new Float64Array(KINDS.length);
    let pixel = -1, sum = 0;
    const flush = () => {
      if (sum > 0) {
        let most = 0;
        for (let k = 1; k < sums.length; k++) if (sums[k] > sums[most]) most = k;
        to.globalAlpha = Math.min(1, 0.3 + 0.7 * sum);
        to.fillStyle = colour[KINDS[most][0]];
        to.fillRect(pixel, top, 1, high);
        to.globalAlpha = 1;
      }
      sums.fill(0);
      sum = 0;
    };
    for (let i = after(row.end, view.from); i < row.n && row.start[i] < view.to; i++) {
      const kind = row.kind[i], x0 = (row.start[i] - view.from) * scale, x1 = (row.end[i] - view.from) * scale;
      if (STEALS.has(kind) && x0 >= 0 && steals.length <= 200) steals.push([row.a[i], worker, x0, top + high / 2]);
      if (x1 - x0 < 1.2) {
        const at = Math.max(0, Math.floor(x0));
        if (at !== pixel) { flush(); pixel = at; }
        sums[kind] += x1 - x0 + 1e-6;
        sum += x1 - x0 + 1e-6;
        continue;
      }
      drawSpan(to, KINDS[kind], Math.max(0, x0), Math.min(width, x1), top, high);
    }
    flush();
  }

  function drawSpan(to, [name, text], x0, x1, top, high) {
    const wide = x1 - x0 > 4 ? x1 - x0 - 0.5 : x1 - x0;
    to.fillStyle = colour[name];
    to.fillRect(x0, top, wide, high);
    if (HATCHED.has(name) && wide > 5 && high > 4) {
      to.save();
      to.beginPath();
      to.rect(x0, top, wide, high);
      to.clip();
      to.strokeStyle = colour.paper;
      to.globalAlpha = 0.55;
      to.beginPath();
      for (let x = x0 - high; x < Math.min(x1, x0 + 3000); x += 6) { to.moveTo(x, top + high); to.lineTo(x + high, top); }
      to.stroke();
      to.restore();
    }
    if (high >= 11 && wide > to.measureText(text).width + 8) {
      to.fillStyle = name === "asleep" || name === "waiting" ? colour.ink : name === "task" || name === "shared" ? colour["on-task"] : colour["on-bar"];
      to.fillText(text, x0 + 4, top + high / 2 + 0.5);
    }
  }

  function drawUnknown(to, worker) {
    const x = Math.min(width, ((worker.from - view.from) / (view.to - view.from)) * width);
    to.fillStyle = colour.soft;
    if (x > 150) to.fillText("not recorded from here", 70, worker.top + NAME_MIDDLE);
    to.fillRect(x, worker.top + 2, 1, NAME + worker.rows.length * rowHeight);
  }

  /** Who woke whom, and cuts, above the rows. */
  function drawNews(to) {
    const scale = width / (view.to - view.from);
    for (const worker of workers) {
      let last = [-9, -9];
      for (let i = 0; i < worker.news.length; i += 3) {
        const x = (worker.news[i] - view.from) * scale, kind = worker.news[i + 1], bottom = worker.top + NAME - 1;
        if (x < 0 || x > width || x - last[kind] < 1) continue;
        last[kind] = x;
        to.fillStyle = kind ? colour.aborted : colour.help;
        to.beginPath();
        if (kind) { to.moveTo(x - 3.5, bottom - 7); to.lineTo(x + 3.5, bottom - 7); to.lineTo(x, bottom); }
        else { to.arc(x, bottom - 3.5, 2.2, 0, 7); }
        to.fill();
      }
    }
  }

  /** From the lane of the worker that put it up to the span of the one that took it. */
  function drawSteal(to, [creator, thief, x, y]) {
    const from = workers[creator];
    if (!from || creator === thief) return;
    const above = creator < thief;
    const start = above ? from.top + NAME + from.rows.length * rowHeight : from.top + NAME;
    to.strokeStyle = colour.ink;
    to.globalAlpha = 0.7;
    to.beginPath();
    to.moveTo(x - 14, start);
    to.bezierCurveTo(x - 14, (start + y) / 2, x - 10, y, x - 1, y);
    to.moveTo(x - 5, y - 3);
    to.lineTo(x, y);
    to.lineTo(x - 5, y + 3);
    to.stroke();
    to.globalAlpha = 1;
  }

  function drawSelected(to) {
    if (!selected) return;
    const { worker, depth, i } = selected, row = workers[worker].rows[depth];
    const scale = width / (view.to - view.from);
    const x0 = (row.start[i] - view.from) * scale, x1 = (row.end[i] - view.from) * scale;
    to.strokeStyle = colour.ink;
    to.lineWidth = 2;
    to.strokeRect(x0 - 1, workers[worker].top + NAME + depth * rowHeight - 1, Math.max(3, x1 - x0 + 2), rowHeight + 1);
    to.lineWidth = 1;
  }

  function drawOverview() {
    const [to, wide] = sized(overview, overviewHeight);
    workers.forEach((worker, w) => {
      const step = wide / worker.busy.length;
      worker.busy.forEach((share, i) => {
        to.fillStyle = share < 0 ? colour.rule : colour.own;
        to.globalAlpha = share < 0 ? 1 : share / 100;
        to.fillRect(i * step, 1 + w * overviewRow, step + 0.5, overviewRow - 1);
      });
    });
    to.globalAlpha = 1;
    const place = (t) => Math.max(0, Math.min(1, (t - home[0]) / (home[1] - home[0]))) * wide;
    const [x0, x1] = [place(view.from), place(view.to)];
    to.fillStyle = colour.paper;
    to.globalAlpha = 0.65;
    to.fillRect(0, 0, x0, overviewHeight);
    to.fillRect(x1, 0, wide - x1, overviewHeight);
    to.globalAlpha = 1;
    to.strokeStyle = colour.ink;
    to.strokeRect(x0 + 0.5, 0.5, Math.max(2, x1 - x0 - 1), overviewHeight - 1);
  }

  // ---- The span under the pointer, and the one chosen.
  function spanAt(x, y) {
    const worker = workers.findIndex((lane) => y >= lane.top + NAME && y < lane.top + NAME + lane.rows.length * rowHeight);
    if (worker < 0) return null;
    const depth = Math.floor((y - workers[worker].top - NAME) / rowHeight), row = workers[worker].rows[depth];
    const near = (2 / width) * (view.to - view.from), t = timeAt(x);
    const i = after(row.end, t - near);
    return i < row.n && row.start[i] <= t + near ? { worker, depth, i } : null;
  }

  function describe({ worker, depth, i }) {
    const row = workers[worker].rows[depth], [, name, more] = KINDS[row.kind[i]], said = more(row.a[i], row.b[i]);
    return `Worker ${worker}: ${name}${said && ": "}${said}. ${span(row.end[i] - row.start[i])}, from ${moment(row.start[i], Math.max(1, (view.to - view.from) / 1000))}`;
  }

  function choose(what) {
    selected = what;
    if (what) {
      const { worker, depth, i } = what, row = workers[worker].rows[depth];
      details.textContent = describe(what);
      if (row.end[i] < view.from || row.start[i] > view.to) {
        const half = (view.to - view.from) / 2, middle = (row.start[i] + row.end[i]) / 2;
        return show(middle - half, middle + half);
      }
    } else {
      details.textContent = "Point at a span, or choose one with the keys.";
    }
    redraw();
  }

  /** The row above or below, through all workers; in it the span nearest to the one before. */
  function chooseRow(step) {
    const rows = workers.flatMap((lane, worker) => lane.rows.map((_, depth) => [worker, depth]));
    if (!rows.length) return;
    const now = selected ? rows.findIndex(([w, d]) => w === selected.worker && d === selected.depth) : -1;
    const [worker, depth] = rows[selected ? Math.max(0, Math.min(rows.length - 1, now + step)) : 0];
    const before = selected && workers[selected.worker].rows[selected.depth];
    const t = before ? Math.max(view.from, before.start[selected.i]) : view.from;
    const row = workers[worker].rows[depth];
    choose({ worker, depth, i: Math.min(row.n - 1, after(row.end, t)) });
  }

  function chooseNext(step) {
    if (!selected) return chooseRow(0);
    const row = workers[selected.worker].rows[selected.depth];
    choose({ ...selected, i: Math.max(0, Math.min(row.n - 1, selected.i + step)) });
  }

  function zoomTo({ worker, depth, i }) {
    const row = workers[worker].rows[depth], margin = 0.15 * (row.end[i] - row.start[i]);
    show(row.start[i] - margin, row.end[i] + margin);
  }

  /** Shows what lies between a mark and the next one, and says what the mark is of. */
  function showMark(step) {
    if (!data.marks.length) return;
    const middle = (view.from + view.to) / 2, last = data.marks.length - 1;
    const now = view.to - view.from < home[1] - home[0] ? data.marks.findLastIndex(([at]) => at <= middle) : -1;
    const i = Math.max(0, Math.min(last, now + step)), [from, text] = data.marks[i];
    const to = i < last ? data.marks[i + 1][0] : Math.max(stop, from + 1), margin = 0.1 * (to - from);
    selected = null;
    show(from - margin, to + margin);
    details.textContent = text;
  }

  function point(event) {
    const box = canvas.getBoundingClientRect();
    return [event.clientX - box.left, event.clientY - box.top];
  }

  function hover(event) {
    const [x, y] = point(event), what = spanAt(x, y);
    tip.hidden = !what;
    if (!what) return;
    tip.textContent = describe(what);
    const left = Math.min(x + 14, width - tip.offsetWidth), above = y - tip.offsetHeight - 12;
    tip.style.transform = `translate(${Math.max(0, left)}px, ${above < 0 ? y + 20 : above}px)`;
  }

  // ---- Keys, buttons, wheel, fingers.
  const DO = { in: () => zoom(0.6), out: () => zoom(1 / 0.6), left: () => pan(-0.25), right: () => pan(0.25), whole: () => show(...home), previous: () => showMark(-1), next: () => showMark(1) };
  const KEYS = {
    ArrowLeft: DO.left, ArrowRight: DO.right, "+": DO.in, "=": DO.in, "-": DO.out, "_": DO.out, Home: DO.whole, p: DO.previous, n: DO.next,
    ArrowUp: () => chooseRow(-1), ArrowDown: () => chooseRow(1), ",": () => chooseNext(-1), ".": () => chooseNext(1),
    Enter: () => selected && zoomTo(selected), Escape: () => choose(null),
  };
  lanes.addEventListener("keydown", (event) => {
    const act = KEYS[event.key];
    if (!act || event.ctrlKey || event.metaKey || event.altKey) return;
    event.preventDefault();
    act();
  });
  document.querySelectorAll("[data-do]").forEach((button) => button.addEventListener("click", DO[button.dataset.do]));

  lanes.addEventListener("wheel", (event) => {
    const sideways = Math.abs(event.deltaX) > Math.abs(event.deltaY) || event.shiftKey;
    if (!sideways && !event.ctrlKey && !event.metaKey && document.activeElement !== lanes) return;
    event.preventDefault();
    if (sideways) pan((event.deltaX || event.deltaY) / width);
    else zoom(Math.exp(Math.max(-100, Math.min(100, event.deltaY)) / 300), timeAt(point(event)[0]));
  }, { passive: false });

  const fingers = new Map();
  let moved = 0;
  canvas.addEventListener("pointerdown", (event) => {
    fingers.set(event.pointerId, point(event)[0]);
    canvas.setPointerCapture(event.pointerId);
    tip.hidden = true;
    moved = 0;
  });
  canvas.addEventListener("pointermove", (event) => {
    if (!fingers.has(event.pointerId)) return event.pointerType === "mouse" && hover(event);
    const before = [...fingers.values()], x = point(event)[0];
    moved += Math.abs(x - fingers.get(event.pointerId));
    fingers.set(event.pointerId, x);
    const now = [...fingers.values()];
    if (before.length === 1) return pan((before[0] - now[0]) / width);
    if (before.length > 2) return;
    // What lay under the two fingers stays there.
    const [t0, t1] = before.map(timeAt);
    if (Math.abs(now[1] - now[0]) < 4) return;
    const each = (t1 - t0) / (now[1] - now[0]);
    if (each > 0) show(t0 - now[0] * each, t0 + (width - now[0]) * each);
  });
  const lift = (event) => {
    if (fingers.delete(event.pointerId) && event.type === "pointerup" && moved < 5) choose(spanAt(...point(event)));
  };
  canvas.addEventListener("pointerup", lift);
  canvas.addEventListener("pointercancel", lift);
  canvas.addEventListener("pointerleave", () => { tip.hidden = true; });
  canvas.addEventListener("dblclick", (event) => {
    const what = spanAt(...point(event));
    if (what) zoomTo(what);
  });

  function slide(event) {
    if (!event.buttons) return;
    const box = overview.getBoundingClientRect(), half = (view.to - view.from) / 2;
    const t = home[0] + ((event.clientX - box.left) / box.width) * (home[1] - home[0]);
    show(t - half, t + half);
  }
  overview.addEventListener("pointerdown", (event) => { overview.setPointerCapture(event.pointerId); slide(event); });
  overview.addEventListener("pointermove", slide);

  // ---- Start.
  document.querySelectorAll("[data-marks], [data-do=previous], [data-do=next]").forEach((part) => { part.hidden = data.marks.length < 2; });
  const seen = new Map();
  for (const worker of workers) for (const row of worker.rows) for (let i = 0; i < row.n; i++) seen.set(row.kind[i], 1);
  const names = new Map(KINDS.filter((_, kind) => seen.has(kind)).map(([name, text]) => [name, text]));
  for (const [name, text] of names) {
    const item = document.createElement("li"), mark = document.createElement("i");
    mark.className = `kind-${name}`;
    item.append(mark, text);
    $("kinds").append(item);
  }
  for (const [kind, text] of [[0, "\u25cf wakes another"], [1, "\u25bc cuts a split short"]]) {
    if (!workers.some((worker) => worker.news.some((v, i) => i % 3 === 1 && v === kind))) continue;
    const item = document.createElement("li");
    item.textContent = text;
    $("kinds").append(item);
  }
  readColours();
  matchMedia("(prefers-color-scheme: dark)").addEventListener("change", () => { readColours(); redraw(); });
  new ResizeObserver(redraw).observe(lanes);
  redraw();
})();
