"use strict";
// Says above a table that it goes on to the right, while it is wider than the page.
(() => {
  for (const box of document.querySelectorAll(".scroll")) {
    const cue = document.createElement("p");
    cue.className = "cue";
    cue.textContent = "More columns: scroll the table sideways \u2192";
    cue.hidden = true;
    box.before(cue);
    const look = () => { cue.hidden = box.scrollWidth <= box.clientWidth + 1; };
    new ResizeObserver(look).observe(box);
  }
})();
