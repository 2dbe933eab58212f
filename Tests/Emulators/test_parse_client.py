"""A client of other makers, `qs-parse-rest` from PyPI, finds the emulator to be a Parse Server.

It shows that the emulator does not only agree with the project's own adapter.
"""
import os
import subprocess
import sys

import pytest

from emulator import ParseEmulator

pytest.importorskip("parse_rest")

# The client reads its address when it is imported, so each run is a process of its own.
STORY = r'''
import datetime
from parse_rest.connection import register, ParseBatcher
from parse_rest.datatypes import Object, GeoPoint, Date, File
from parse_rest.core import ResourceRequestNotFound, ResourceRequestBadRequest
from parse_rest.user import User

register("rec-app", "rec-rest", master_key="rec-master")
class Score(Object): pass
class Player(Object): pass

score = Score(score=1337, player="John Doe", cheat=False, place=GeoPoint(12.5, -30.25),
              at=datetime.datetime(2026, 1, 2, 3, 4, 5, 678000))
score.save()
assert len(score.objectId) == 10 and score.createdAt == score.updatedAt
found = Score.Query.get(objectId=score.objectId)
assert (found.score, found.player, found.cheat) == (1337, "John Doe", False)
assert (found.place.latitude, found.place.longitude) == (12.5, -30.25)
assert found.at == datetime.datetime(2026, 1, 2, 3, 4, 5, 678000)

found.score = 2061
found.save()
assert Score.Query.get(objectId=score.objectId).score == 2061
found.increment("score", 9)
assert Score.Query.get(objectId=score.objectId).score == 2070

owner = Player(name="Ann")
owner.save()
found.owner = owner
found.save()
assert Score.Query.get(objectId=score.objectId).owner.objectId == owner.objectId

rows = [Score(score=n, player=f"p{n}") for n in range(45)]
ParseBatcher().batch_save(rows[:40])
ParseBatcher().batch_save(rows[40:])
assert len({row.objectId for row in rows}) == 45
assert Score.Query.all().count() == 46
assert [row.score for row in Score.Query.filter(score__gte=40, score__lt=45).order_by("score")] == [40, 41, 42, 43, 44]
assert Score.Query.filter(player__in=["p1", "p2"]).count() == 2
assert Score.Query.filter(at__exists=True).count() == 1
assert len(list(Score.Query.all().limit(10).skip(40))) == 6
ParseBatcher().batch_delete(rows)
assert Score.Query.all().count() == 1

found.delete()
try:
    Score.Query.get(objectId=score.objectId)
    raise SystemExit("a deleted row was found")
except Exception as error:
    assert "SystemExit" not in type(error).__name__
try:
    found.save()
    raise SystemExit("a deleted row was saved")
except ResourceRequestNotFound:
    pass
try:
    Score(score="text").save()
    Player(name=5).save()
    raise SystemExit("a number was taken as a name")
except ResourceRequestBadRequest:
    pass

user = User.signup("ann", "secret", email="ann@example.org")
assert user.sessionToken.startswith("r:")
assert User.login("ann", "secret").objectId == user.objectId
print("all alike")
'''


def test_another_client_reads_and_writes():
    with ParseEmulator() as emulator:
        done = subprocess.run(
            [sys.executable, "-c", STORY], env={**os.environ, "PARSE_API_ROOT": emulator.url}, capture_output=True, text=True,
            timeout=60)
        assert done.stdout.strip() == "all alike", done.stderr[-2000:]
