// Before the terminal starts: where its session is.
document.getElementById("terminal").dataset.sessionWebsocketUrl =
  (window.location.protocol === "https:" ? "wss://" : "ws://") + window.location.host + "/ws";
