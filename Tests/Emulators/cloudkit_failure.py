"""How an operation or an entry of it fails."""

import uuid


class Failure(Exception):
    STATUS = {"CONFLICT": 409, "EXISTS": 409, "NOT_FOUND": 404, "ZONE_NOT_FOUND": 404, "BAD_REQUEST": 400,
              "VALIDATING_REFERENCE_ERROR": 412, "ATOMIC_ERROR": 400}

    def __init__(self, code, reason, status=None, **more):
        super().__init__(reason)
        self.code, self.reason, self.more = code, reason, more
        self.status = status or self.STATUS.get(code, 500)

    def entry(self, **more):
        return {"uuid": str(uuid.uuid4()), "serverErrorCode": self.code, "reason": self.reason, **self.more, **more}
