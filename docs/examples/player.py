#!/usr/bin/env python3
"""Plays a whole game on a server of Bastide over its network protocol (docs/protocol.md), knowing no rules: it answers
what it is asked, at random. Joins the first public game with an open seat, or makes one against a bot.
  python3 docs/examples/player.py http://localhost:8080
"""
import json, os, random, socket, sys, urllib.parse, urllib.request

SERVER = urllib.parse.urlsplit(sys.argv[1] if len(sys.argv) > 1 else "http://localhost:8080")


def call(path, body=None):
    data = None if body is None else json.dumps(body).encode()
    with urllib.request.urlopen(urllib.request.Request(SERVER.geturl() + path, data)) as answer:
        return json.load(answer)


class WebSocket:
    """As little of RFC 6455 as this needs."""

    def __init__(self, path):
        self.socket = socket.create_connection((SERVER.hostname, SERVER.port or 80))
        self.stream = self.socket.makefile("rb")
        self.socket.sendall(f"GET {path} HTTP/1.1\r\nHost: {SERVER.netloc}\r\nUpgrade: websocket\r\nConnection: Upgrade\r\n"
                            "Sec-WebSocket-Version: 13\r\nSec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==\r\n\r\n".encode())
        if b" 101 " not in self.stream.readline():
            sys.exit("there is no such game")
        while self.stream.readline() != b"\r\n":
            pass

    def frame(self, opcode, data):
        size = bytes([0x80 | len(data)]) if len(data) < 126 else b"\xfe" + len(data).to_bytes(2, "big")
        mask = os.urandom(4)
        self.socket.sendall(bytes([0x80 | opcode]) + size + mask + bytes(b ^ mask[i % 4] for i, b in enumerate(data)))

    def send(self, **message):
        self.frame(1, json.dumps(message).encode())

    def read(self):
        while True:
            head = self.stream.read(2)
            if len(head) < 2 or head[0] & 15 == 8:
                sys.exit("the server closed the connection")
            size = head[1]
            if size > 125:
                size = int.from_bytes(self.stream.read(2 if size == 126 else 8), "big")
            data = self.stream.read(size)
            if head[0] & 15 == 1:
                return json.loads(data)
            if head[0] & 15 == 9:
                self.frame(10, data)  # a ping


def answers(ask):
    """Every answer that is possible."""
    for option in ask["options"]:
        if "spots" not in option:
            yield option["move"]
        for x, y, rotations in option.get("spots", []):
            for r in range(4):
                if rotations >> r & 1:
                    yield option["move"].replace("{x}", str(x)).replace("{y}", str(y)).replace("{r}", "nesw"[r])
    if "number" in ask:
        for n in range(ask["number"]["min"], ask["number"]["max"] + 1):
            yield ask["number"]["move"].replace("{n}", str(n))
    if "pass" in ask:
        yield ask["pass"]["move"]


waiting = [game for game in call("/api/games")["games"]
           if game["status"] == "waiting" and any(seat["kind"] == "open" for seat in game["seats"])]
if waiting:
    game = waiting[0]["game"]
    token = call(f"/api/games/{game}/join", {"name": "Random"})["token"]
else:
    made = call("/api/games", {"preset": "new", "seats": [{"kind": "me", "name": "Random"}, {"kind": "bot", "bot": "greedy"}]})
    game, token = made["game"], made["seats"][0]["token"]

table = WebSocket(f"/ws?game={game}")
table.send(type="hello", since=0, key=token)
me, seq, turn, moves = None, 0, None, []
while True:
    message = table.read()
    if message["type"] == "welcome":
        me = message["you"]
    if message["type"] in ("welcome", "update"):
        seq, turn, moves = message["seq"], message["turn"], []
        for event in message["events"]:
            if event["type"] == "over":
                print(event["outcome"])
                sys.exit()
    if message["type"] == "refused":
        sys.exit(message["error"]["message"])
    if message["type"] in ("welcome", "update", "tried") and turn and turn["seat"] == me:
        ask = message["ask"] if message["type"] == "tried" else turn["ask"]
        if ask:
            moves.append(random.choice(list(answers(ask))))
        # A try tells what is asked next; where nothing is, or what comes is not known before, the turn is played.
        if not ask or "final" in ask:
            table.send(type="play", ref=1, seq=seq, moves=moves)
        else:
            table.send(type="try", ref=1, seq=seq, moves=moves)
