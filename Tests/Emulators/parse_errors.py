"""The error answers of the Parse emulator."""


class ErrorAnswer(Exception):
    def __init__(self, status, body, headers=None, whole=False):
        super().__init__(body)
        self.status, self.body, self.headers, self.whole = status, body, headers or {}, whole


def refuse(code, text):
    raise ErrorAnswer(404 if code == 101 else 400, {"code": code, "error": text})


def missing():
    refuse(101, "Object not found.")


def internal():
    """A mistake in the server's own code."""
    raise ErrorAnswer(500, {"code": 1, "message": "Internal server error."})


def database():
    """A statement that the database refuses."""
    raise ErrorAnswer(500, {"code": 1, "error": "An internal server error occurred"})
