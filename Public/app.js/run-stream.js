// ---- What a run tells ----

// Tells about a run until the page goes. A worker that all tabs share holds the connection; where
// there is none, a tab holds its own while it is seen; where that is refused, it asks.
function follow(path, workerURL, tell) {
  const url = new URL(path, location.href).href;
  let [port, source, timer] = [null, null, null];

  function hear(kind, text) {
    if (kind === "poll") poll();
    else tell(kind, text);
  }

  function openShared() {
    const worker = new SharedWorker(scripts?.createScriptURL(workerURL) ?? workerURL, "syncline");
    port = worker.port;
    worker.addEventListener("error", () => {
      port = null;
      openOwn();
    });
    port.onmessage = ({ data }) => {
      if (data.url === url) hear(data.kind, data.text);
    };
    port.postMessage({ follow: url });
  }

  function openOwn() {
    close();
    if (document.hidden) return;
    source = new EventSource(url);
    source.addEventListener("progress", ({ data }) => hear("progress", data));
    source.addEventListener("finished", ({ data }) => hear("finished", data));
    source.addEventListener("error", () => {
      if (source?.readyState === EventSource.CLOSED) poll();
    });
  }

  function poll() {
    close();
    timer = setInterval(async () => {
      if (document.hidden) return;
      try {
        const run = await ask(url.replace(/\/events$/, ".json"), { isByItself: true });
        if (run.state !== "running") tell("finished", "");
        else if (run.progress) tell("progress", JSON.stringify(run.progress));
      } catch {
        // Not reachable now; the next time may be better.
      }
    }, 5000);
  }

  function close() {
    port?.postMessage({ leave: url });
    source?.close();
    clearInterval(timer);
    source = null;
  }

  function open() {
    if (typeof SharedWorker === "function" && workerURL) openShared();
    else openOwn();
  }

  document.addEventListener("visibilitychange", () => {
    if (!port && !timer) openOwn();
  });
  addEventListener("pagehide", close);
  addEventListener("pageshow", (event) => {
    if (event.persisted) open();
  });
  open();
}
