"""A WebSocket server for one connection: answers texts with what they ask for. Prints its port."""
import base64
import hashlib
import socket
import struct
import sys

TEXT, CLOSE, PING, PONG = 1, 8, 9, 10


def main():
    listener = socket.create_server(("127.0.0.1", 0))
    print(listener.getsockname()[1], flush=True)
    connection, _ = listener.accept()
    stream = connection.makefile("rb")
    fields = {}
    stream.readline()
    while line := stream.readline().strip():
        name, value = line.decode().split(":", 1)
        fields[name.lower()] = value.strip()
    digest = hashlib.sha1((fields["sec-websocket-key"] + "258EAFA5-E914-47DA-95CA-C5AB0DC85B11").encode()).digest()
    connection.sendall(
        b"HTTP/1.1 101 Switching Protocols\r\nUpgrade: websocket\r\nConnection: Upgrade\r\nSec-WebSocket-Accept: "
        + base64.b64encode(digest) + b"\r\n\r\n")
    while True:
        kind, payload = read(stream)
        if kind == PONG:
            send(connection, TEXT, b"pong")
        elif kind == TEXT and payload == b"parts":
            send(connection, TEXT, b"one ", is_last=False)
            send(connection, 0, b"two ", is_last=False)
            send(connection, 0, b"three")
        elif kind == TEXT and payload == b"ping":
            send(connection, PING, b"here?")
        elif kind == TEXT and payload.startswith(b"large "):
            send(connection, TEXT, b"x" * int(payload[6:]))
        elif kind == TEXT and payload == b"close":
            send(connection, CLOSE, b"")
            return
        elif kind == TEXT and payload == b"vanish":
            return
        elif kind == TEXT:
            send(connection, TEXT, b"echo " + payload)
        elif kind == CLOSE:
            return


def read(stream):
    first, second = stream.read(2)
    count = second & 127
    if count == 126:
        (count,) = struct.unpack(">H", stream.read(2))
    elif count == 127:
        (count,) = struct.unpack(">Q", stream.read(8))
    assert second & 128, "a client's frames are masked"
    mask = stream.read(4)
    return first & 15, bytes(byte ^ mask[place % 4] for place, byte in enumerate(stream.read(count)))


def send(connection, kind, payload, is_last=True):
    count = len(payload)
    head = bytes([kind | (128 if is_last else 0)])
    if count < 126:
        head += bytes([count])
    elif count < 65536:
        head += bytes([126]) + struct.pack(">H", count)
    else:
        head += bytes([127]) + struct.pack(">Q", count)
    connection.sendall(head + payload)


try:
    main()
except (OSError, ValueError):
    sys.exit(0)  # The other end is gone.
