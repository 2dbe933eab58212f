// Shared by all tabs of a browser: holds one stream per run, however many tabs show it, since
// browsers open only a few connections to a server.
"use strict";

const streamsMax = 3;
const streams = new Map();

onconnect = ({ ports: [port] }) => {
  port.onmessage = ({ data }) => {
    if (data.follow) follow(data.follow, port);
    if (data.leave) leave(data.leave, port);
  };
};

function follow(url, port) {
  const stream = streams.get(url) ?? open(url);
  if (!stream) {
    // Too many runs at once: the tab asks by itself now and then.
    port.postMessage({ url, kind: "poll" });
    return;
  }
  stream.ports.add(port);
  if (stream.last) port.postMessage(stream.last);
}

function leave(url, port) {
  const stream = streams.get(url);
  if (!stream) return;
  stream.ports.delete(port);
  if (stream.ports.size === 0) close(url, stream);
}

function open(url) {
  if (streams.size >= streamsMax) return null;
  const stream = { source: new EventSource(url), ports: new Set(), last: null };
  const tell = (kind, text) => {
    const message = { url, kind, text };
    if (kind === "progress") stream.last = message;
    for (const port of stream.ports) port.postMessage(message);
  };
  stream.source.addEventListener("progress", ({ data }) => tell("progress", data));
  stream.source.addEventListener("finished", ({ data }) => {
    tell("finished", data);
    close(url, stream);
  });
  stream.source.addEventListener("error", () => {
    // It connects again by itself unless the server refused it.
    if (stream.source.readyState !== EventSource.CLOSED) return;
    tell("poll", "");
    close(url, stream);
  });
  streams.set(url, stream);
  return stream;
}

function close(url, stream) {
  stream.source.close();
  if (streams.get(url) === stream) streams.delete(url);
}
