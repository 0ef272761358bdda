// The page and its socket come from one place, by whatever name and port that was reached.
window.addEventListener("DOMContentLoaded", () => {
  document.getElementById("again").addEventListener("click", () => window.location.reload());
});
