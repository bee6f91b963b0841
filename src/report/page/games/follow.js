"use strict";
// A board that follows the moves of a game: by links, buttons, keys, and clicks into the chart.
(() => {
  const SQUARE = 40, EDGE = 18;
  for (const part of document.querySelectorAll(".follow")) follow(part);

  function follow(part) {
    const links = [...part.querySelectorAll("a[data-men]")];
    const svg = part.querySelector(".followed svg"), caption = part.querySelector(".followed figcaption");
    const said = part.querySelector(".said"), sheet = part.querySelector(".sheet");
    const charts = document.querySelectorAll(`.chances[data-game="${part.dataset.game}"]`);
    let now = -1, turned = false;
    for (const hidden of part.querySelectorAll("[hidden]")) hidden.hidden = false;

    function element(name, attributes) {
      const made = document.createElementNS(svg.namespaceURI, name);
      for (const [key, value] of Object.entries(attributes)) made.setAttribute(key, value);
      return made;
    }
    function corner(square) {
      const file = square % 8, rank = square >> 3;
      return turned ? [EDGE + SQUARE * (7 - file), SQUARE * rank] : [EDGE + SQUARE * file, SQUARE * (7 - rank)];
    }
    function pair(text) {
      return text ? text.split(" ").map(Number) : [];
    }
    function empty() {
      if (!turned) return [element("use", { href: "#squares" })];
      const drawn = [];
      for (let square = 0; square < 64; square += 1) {
        const [x, y] = corner(square), dark = ((square >> 3) + square) % 2 === 0;
        drawn.push(element("rect", { class: dark ? "dark" : "light", x, y, width: SQUARE, height: SQUARE }));
      }
      for (let i = 0; i < 8; i += 1) {
        const along = SQUARE * i + SQUARE / 2;
        const names = [[5, along + 4, i + 1], [EDGE + along, 8 * SQUARE + 14, "hgfedcba"[i]]];
        for (const [x, y, name] of names) {
          const text = element("text", { x, y, "text-anchor": "middle" });
          text.textContent = name;
          drawn.push(text);
        }
      }
      return drawn;
    }
    function men(placement) {
      const drawn = [];
      placement.split("/").forEach((row, i) => {
        let file = 0;
        for (const letter of row) {
          if (letter >= "1" && letter <= "8") { file += Number(letter); continue; }
          const [x, y] = corner(8 * (7 - i) + file), lower = letter.toLowerCase();
          drawn.push(element("use", { href: `#${letter === lower ? "black" : "white"}-${lower}`, x, y }));
          file += 1;
        }
      });
      return drawn;
    }
    function arrow(from, to) {
      const [[ax, ay], [bx, by]] = [from, to].map((square) => corner(square).map((at) => at + SQUARE / 2));
      const long = Math.max(Math.hypot(bx - ax, by - ay), 1), ux = (bx - ax) / long, uy = (by - ay) / long;
      const tip = [bx - 4 * ux, by - 4 * uy], neck = [tip[0] - 11 * ux, tip[1] - 11 * uy];
      const side = (sign) => `${neck[0] - sign * 7 * uy} ${neck[1] + sign * 7 * ux}`;
      return [
        element("path", { class: "arrow", d: `M${ax} ${ay}L${neck.join(" ")}` }),
        element("path", { class: "head", d: `M${tip.join(" ")}L${side(1)}L${side(-1)}z` }),
      ];
    }
    function draw() {
      const { men: placement, made, best, turn } = links[now].dataset;
      const marked = pair(made).map((square) => {
        const [x, y] = corner(square);
        return element("rect", { class: "marked", x, y, width: SQUARE, height: SQUARE });
      });
      const to = pair(best), drawn = [...empty(), ...marked, ...men(placement)];
      if (to.length) drawn.push(...arrow(...to));
      svg.replaceChildren(...drawn);
      svg.setAttribute("aria-label", `Chess board, ${placement}. ${turn}`);
      caption.textContent = to.length ? `${turn}. Arrow: the best move` : turn;
      said.textContent = links[now].dataset.said;
      for (const chart of charts) {
        const at = Number(chart.dataset.from) + now * Number(chart.dataset.step), line = chart.querySelector(".now");
        line.setAttribute("transform", `translate(${at} 0)`);
        line.setAttribute("visibility", "visible");
      }
    }
    function show(i) {
      if (now >= 0) links[now].removeAttribute("aria-current");
      now = Math.min(Math.max(i, 0), links.length - 1);
      links[now].setAttribute("aria-current", "true");
      // Only the sheet scrolls, where it is a box of its own.
      if (sheet.scrollHeight > sheet.clientHeight) {
        sheet.scrollTop += links[now].getBoundingClientRect().top - sheet.getBoundingClientRect().top - sheet.clientHeight / 2;
      }
      draw();
    }
    const wrong = (i) => links[i].classList.contains("wrong");
    const steps = {
      Home: () => 0, End: () => links.length - 1, ArrowLeft: () => now - 1, ArrowRight: () => now + 1,
      p: () => now - 1, n: () => now + 1,
      N: () => links.findIndex((_, i) => i > now && wrong(i)),
      P: () => links.findLastIndex((_, i) => i < now && wrong(i)),
    };
    function go(key) {
      if (key === "f") { turned = !turned; draw(); return; }
      const to = steps[key]();
      if (to >= 0) show(to);
    }
    part.addEventListener("click", (event) => {
      const button = event.target.closest("[data-go]"), i = links.indexOf(event.target.closest("a[data-men]"));
      if (button) go(button.dataset.go);
      if (i < 0 || event.ctrlKey || event.metaKey || event.shiftKey) return;
      event.preventDefault();
      show(i);
      part.focus({ preventScroll: true });
    });
    part.addEventListener("keydown", (event) => {
      if (event.ctrlKey || event.altKey || event.metaKey || !(event.key === "f" || steps[event.key])) return;
      event.preventDefault();
      go(event.key);
    });
    for (const chart of charts) {
      chart.addEventListener("click", (event) => {
        if (event.target.closest("a")) return;
        const box = chart.getBoundingClientRect(), scale = chart.viewBox.baseVal.width / box.width;
        const at = (event.clientX - box.left) * scale - Number(chart.dataset.from);
        show(Math.round(at / Number(chart.dataset.step)));
      });
    }
    function hash() {
      const i = links.findIndex((link) => `#${link.id}` === location.hash);
      if (i < 0) return;
      show(i);
      part.scrollIntoView();
    }
    addEventListener("hashchange", hash);
    show(0);
    hash();
  }
})();
