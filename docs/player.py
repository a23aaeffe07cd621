#!/usr/bin/env python3
"""A small computer player for Deathtrap Dungeon.

It needs Python's standard library and the ssh command, nothing else:

    python3 player.py CODE [ssh arguments ...]
    python3 player.py K7QD -p 2222 localhost

It sits down at the table with that code, says that it is ready, plays the
cheapest set that fits until the game is over, grovels if it must, and leaves.
"""

import json
import subprocess
import sys


class Door:
    """The JSON door of a server: one message a line, both ways."""

    def __init__(self, ssh_arguments):
        self.ssh = subprocess.Popen(
            ["ssh", "-T", *ssh_arguments, "json"],
            stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True, encoding="utf-8")
        self.asked = 0

    def ask(self, do, **fields):
        self.asked += 1
        request = {"id": self.asked, "do": do, **fields}
        self.ssh.stdin.write(json.dumps(request) + "\n")
        self.ssh.stdin.flush()

    def messages(self):
        for line in self.ssh.stdout:
            yield json.loads(line)


def choose(legal):
    """The fewest cards of the lowest value: legal comes in that order, with
    pass behind the sets and the Machine last."""
    return legal[0]


def play(code, ssh_arguments):
    door = Door(ssh_arguments)
    answered = None  # the state that we have already answered
    for message in door.messages():
        if message["type"] == "welcome":
            print("I am", message["you"]["name"])
            door.ask("join", code=code)
        elif message["type"] == "reply":
            if message["ok"] and "seat" in message:
                print("I sit in seat", message["seat"])
                door.ask("ready")
            elif not message["ok"]:
                error = message["error"]
                print("refused:", error["code"], error["message"])
                if error["code"] not in ("stale", "not-your-turn", "not-allowed"):
                    return 1
        elif message["type"] == "event" and message["event"]["kind"] == "game-over":
            print("the winner is seat", message["event"]["winner"])
            door.ask("chat", text="I grovel suitably.")
            door.ask("leave")
            return 0
        elif message["type"] == "view" and message["view"]:
            view = message["view"]
            owed = view["turn"] == view["seat"] or view["phase"] == "give"
            if owed and view["legal"] and answered != message["seen"]:
                answered = message["seen"]
                door.ask("act", seen=message["seen"], action=choose(view["legal"]))
        elif message["type"] == "bye":
            print("goodbye:", message["reason"])
            return 1
    return 1


if __name__ == "__main__":
    if len(sys.argv) < 3:
        sys.exit(__doc__)
    sys.exit(play(sys.argv[1], sys.argv[2:]))
