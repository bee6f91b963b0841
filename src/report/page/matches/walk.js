"use strict";
// Walks through the decisions of a match by buttons and keys, and opens those that links lead to.
(() => {
  const bar = document.querySelector("div.walk");
  if (!bar) return;
  const section = document.getElementById("decisions");
  const all = [...section.querySelectorAll("details")];
  const wrong = all.map((one, i) => (one.classList.contains("wrong") ? i : -1)).filter((i) => i >= 0);
  const said = bar.querySelector("output");
  let now = -1;
  for (const part of section.querySelectorAll(".walk")) part.hidden = false;

  function show(i) {
    if (now >= 0 && now !== i) all[now].open = false;
    now = i;
    all[i].open = true;
    const summary = all[i].querySelector("summary");
    summary.focus({ preventScroll: true });
    summary.scrollIntoView();
    said.textContent = `${i + 1} of ${all.length}`;
  }

  // The next of a sorted list of numbers after `now`, or the last one before it.
  const after = (list) => list.find((i) => i > now);
  const before = (list) => list.filter((i) => i < (now < 0 ? all.length : now)).pop();
  const every = all.map((_, i) => i);
  const steps = {
    n: () => after(every), p: () => before(every), N: () => after(wrong), P: () => before(wrong),
  };
  function go(key) {
    const to = steps[key]();
    if (to !== undefined) show(to);
  }

  bar.addEventListener("click", (event) => {
    const key = event.target.dataset && event.target.dataset.go;
    if (key) go(key);
  });
  section.addEventListener("keydown", (event) => {
    if (event.ctrlKey || event.altKey || event.metaKey) return;
    if (event.key === "Escape" && now >= 0) all[now].open = false;
    else if (steps[event.key]) go(event.key);
    else return;
    event.preventDefault();
  });
  // A decision that was opened by hand is where the walk goes on.
  for (const [i, one] of all.entries()) {
    one.querySelector("summary").addEventListener("click", () => { now = i; });
  }
  function follow() {
    const target = document.getElementById(location.hash.slice(1));
    const i = all.indexOf(target && target.closest("details"));
    if (i >= 0) show(i);
  }
  addEventListener("hashchange", follow);
  // After the browser has gone to the link's place, and has taken the focus there.
  addEventListener("load", () => setTimeout(follow));
})();
