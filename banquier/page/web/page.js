// The keyboard belongs to the unit as soon as there is one to see.
window.addEventListener("DOMContentLoaded", () => {
  document.getElementById("again").addEventListener("click", () => window.location.reload());
  const watcher = new MutationObserver(() => {
    const keyboard = document.querySelector(".xterm-helper-textarea");
    if (keyboard && document.body.classList.contains("-first-byte")) {
      keyboard.focus();
      watcher.disconnect();
    }
  });
  watcher.observe(document.body, { attributes: true, attributeFilter: ["class"] });
});
