"""The REST interface of the Parse emulator: who asks, routes, batches, users, files, and the faults to come."""
import base64
import copy
import json
import re
import threading
import urllib.parse

from parse_errors import ErrorAnswer, internal, refuse
from parse_rows import Rows
from row_history import RowHistory

PARAMETERS = {"where", "order", "limit", "skip", "count", "keys", "excludeKeys", "include", "includeAll", "hint", "explain",
              "comment", "readPreference", "includeReadPreference", "subqueryReadPreference", "redirectClassNameForKey"}
READ_PARAMETERS = {"keys", "include", "excludeKeys", "readPreference", "includeReadPreference", "subqueryReadPreference"}
PAGE = "<!DOCTYPE html>\n<html lang=\"en\">\n<head>\n<meta charset=\"utf-8\">\n<title>Error</title>\n</head>\n<body>\n<pre>Cannot {} {}</pre>\n</body>\n</html>\n"


class Answer:
    def __init__(self, status, body=None, headers=None, raw=None, type="application/json; charset=utf-8"):
        self.status, self.headers, self.type = status, headers or {}, type
        self.data = raw if raw is not None else (b"" if body is None else json.dumps(body, ensure_ascii=False).encode())
        self.body = body


class Caller:
    """Who asks: master, a user, or anybody with a client key."""

    def __init__(self, master=False, read_only=False, maintenance=False, user=None):
        self.master, self.read_only, self.maintenance, self.user = master, read_only, maintenance, user


class Emulator:
    def __init__(self, options):
        self.options, self.lock = options, threading.RLock()
        self.rows = Rows(options)
        self.files, self.request_ids, self.sessions, self.faults, self.log, self.counts = {}, {}, {}, [], [], {}
        self.history, self.kept = RowHistory(), None

    # What tests go back to

    def every_row(self):
        return {id: row for shape in self.rows.classes.values() for id, row in shape["rows"].items()}

    def keep(self):
        self.kept = copy.deepcopy((self.rows.classes, self.files, self.request_ids, self.counts))

    def go_back(self):
        self.rows.classes, self.files, self.request_ids, self.counts = copy.deepcopy(self.kept)
        self.log, self.faults, self.history = [], [], RowHistory()

    # Who asks

    def caller(self, headers, body):
        options = self.options
        header = lambda name: headers.get("X-Parse-" + name)
        app, rest, js = header("Application-Id"), header("REST-API-Key"), header("JavaScript-Key")
        master, session, maintenance = header("Master-Key"), header("Session-Token"), header("Maintenance-Key")
        basic = headers.get("Authorization", "")
        if basic.startswith("Basic "):
            app, _, secret = base64.b64decode(basic[6:]).decode().partition(":")
            if secret.startswith("javascript-key="):
                js = secret[15:]
            else:
                master = secret
        if app is None and isinstance(body, dict) and "_ApplicationId" in body:
            app, js, master = body["_ApplicationId"], body.get("_JavaScriptKey"), body.get("_MasterKey")
            session = body.get("_SessionToken")
        if app != options["app"]:
            raise ErrorAnswer(403, {"error": "unauthorized"})
        keys = {name: options[name] for name in ("rest", "javascript") if name in options}
        if master is not None and master == options["master"]:
            return Caller(master=True)
        if master is not None and master == options.get("readOnly"):
            return Caller(master=True, read_only=True)
        if keys and rest != keys.get("rest") and js != keys.get("javascript"):
            raise ErrorAnswer(403, {"error": "unauthorized"})
        if session is not None:
            if session not in self.sessions:
                raise ErrorAnswer(400, {"code": 209, "error": "Invalid session token"})
            return Caller(user=self.sessions[session], maintenance=maintenance == options.get("maintenance"))
        return Caller(maintenance=maintenance is not None and maintenance == options.get("maintenance"))

    def needs_master(self, caller):
        if not caller.master:
            sanitised = "javascript" in self.options
            raise ErrorAnswer(403, {"error": "Permission denied" if sanitised else "unauthorized: master key is required"})

    # Routes

    def respond(self, method, target, headers, data, host, nested=None):
        path, _, query = target.partition("?")
        path = re.sub(r"^/parse(?=/|$)", "", path) if path.startswith("/parse") else None
        if path is None:
            return self.nowhere(method, target.split("?")[0])
        if method == "OPTIONS":
            return Answer(200, raw=b"OK", type="text/plain; charset=utf-8")
        before = self.every_row()
        try:
            return self.route(method, path, query, headers, data, host, nested)
        except ErrorAnswer as fault:
            return Answer(fault.status, fault.body, fault.headers)
        finally:
            if nested is None:
                self.history.note(before, self.every_row())

    @staticmethod
    def nowhere(method, path):
        return Answer(404, raw=PAGE.format(method, path).encode(), type="text/html; charset=utf-8")

    def route(self, method, path, query, headers, data, host, nested):
        if path == "/health":
            state = self.options.get("state", "ok")
            return Answer(200 if state == "ok" else 503, {"status": state}, {} if state == "ok" else {"Retry-After": "1"})
        if self.options.get("state", "ok") != "ok":
            return Answer(500, {"code": 1, "error": "Internal server error."})
        parts = [urllib.parse.unquote(part) for part in path.strip("/").split("/")]
        if parts[0] == "files" and not (method == "POST" and data[:1] == b"{" and "X-Parse-Application-Id" not in headers):
            return self.file(method, path, parts, headers, data, host)
        limit = self.options.get("maxUpload", 20 << 20)
        if len(data) > limit:
            return Answer(413, {"error": "request entity too large"})
        body = nested if nested is not None else self.body(headers, data)
        parameters = dict(urllib.parse.parse_qsl(query, keep_blank_values=True))
        caller = self.caller(headers, body)
        if isinstance(body, dict):
            if method == "POST" and "_method" in body:
                method = body["_method"]
            body = {k: v for k, v in body.items() if k not in (
                "_method", "_ApplicationId", "_JavaScriptKey", "_MasterKey", "_ClientVersion", "_InstallationId",
                "_SessionToken", "_ContentType", "_context", "_noBody")} if not isinstance(body, list) else body
            if method == "GET" and body:
                parameters = {**parameters, **body}
        context = headers.get("X-Parse-Cloud-Context")
        if context is not None and not isinstance(json.loads(context), dict):
            refuse(107, "Invalid object for context.")
        if parts[0] == "files":
            return self.file_from_json(parts, body, data, host, caller)
        self.limit_rate(parts, caller, nested is not None)
        self.check_request_id(method, parts, headers, nested)
        found = self.dispatch(method, parts, parameters, body, headers, host, caller)
        return found or self.nowhere(method, "/parse" + path)

    def body(self, headers, data):
        if not data:
            return {}
        if headers.get("Content-Type", "").startswith("application/x-www-form-urlencoded"):
            return dict(urllib.parse.parse_qsl(data.decode(), keep_blank_values=True)) or {data.decode(): ""}
        try:
            body = json.loads(data)
        except ValueError:
            raise ErrorAnswer(400, {"error": "Unexpected end of JSON input"})
        if not isinstance(body, (dict, list)):
            raise ErrorAnswer(400, {"error": "not valid JSON"})
        return {str(i): v for i, v in enumerate(body)} if isinstance(body, list) else body

    def dispatch(self, method, parts, parameters, body, headers, host, caller):
        name, count = parts[0], len([p for p in parts if p])
        if name == "serverInfo" and method == "GET":
            self.needs_master(caller)
            return Answer(200, {"features": {"schemas": {"addField": True}}, "parseServerVersion": "9.10.0"})
        if name == "config":
            if method == "PUT":
                self.needs_master(caller)
            return Answer(200, {"params": {}})
        if name == "batch" and method == "POST":
            return self.batch(body, headers, host, caller)
        if name == "schemas":
            return self.schemas(method, parts[1:], body, caller)
        if name == "purge" and method == "DELETE" and count == 2:
            self.needs_master(caller)
            self.writable(caller, "purge a schema")
            self.rows.purge(parts[1])
            return Answer(200, {})
        if name in ("users", "login", "logout"):
            return self.users(method, parts, body, parameters, host, caller)
        if name == "functions" and method == "POST":
            refuse(141, 'Invalid function: "%s"' % parts[-1])
        if name == "classes" and count in (2, 3):
            return self.objects(method, parts[1], parts[2] if count == 3 else None, parameters, body, host, caller)
        return None

    def writable(self, caller, what):
        if caller.read_only:
            refuse(119, "read-only masterKey isn't allowed to %s." % what)

    def objects(self, method, name, id, parameters, body, host, caller):
        rows = self.rows
        if id is None and method == "GET":
            self.known_class(name, caller)
            self.check_parameters(parameters, PARAMETERS, "Invalid parameter for query: ")
            return Answer(200, rows.find(name, parameters, caller, host))
        if id is not None and method == "GET":
            self.known_class(name, caller)
            if set(parameters) - READ_PARAMETERS:
                refuse(102, "Improper encode of parameter")
            return Answer(200, rows.get(name, id, parameters, caller, host))
        if method in ("POST", "PUT") and self.options.get("refusesWith"):
            refuse(142, self.options["refusesWith"])
        if method == "POST" and id is None:
            self.writable(caller, "perform the create operation")
            self.known_class(name, caller)
            created = rows.create(name, body, caller)
            return Answer(201, created, {"Location": f"http://{host}/parse/classes/{name}/{created['objectId']}"})
        if method == "PUT" and id is not None:
            self.writable(caller, "perform the update operation")
            return Answer(200, rows.update(name, id, body, caller))
        if method == "DELETE" and id is not None:
            self.writable(caller, "perform the delete operation")
            rows.delete(name, id, caller)
            return Answer(200, {})
        return None

    def known_class(self, name, caller):
        if name not in self.rows.classes and not self.options["classCreation"] and not caller.master:
            refuse(119, "This user is not allowed to access non-existent class: " + name)

    @staticmethod
    def check_parameters(parameters, allowed, text):
        for name in parameters:
            if name not in allowed:
                refuse(102, text + name)

    def limit_rate(self, parts, caller, nested):
        limit = self.options.get("rateLimited", {}).get(parts[1] if len(parts) > 1 else "")
        if limit is None or caller.master:
            return
        self.counts[parts[1]] = self.counts.get(parts[1], 0) + 1
        if self.counts[parts[1]] > limit:
            if nested:
                raise ErrorAnswer(400, {"code": 100, "error": "Too many requests."}, whole=True)
            raise ErrorAnswer(429, {"code": 100, "error": "Too many requests."}, {"Retry-After": "3600"})

    def check_request_id(self, method, parts, headers, nested):
        id = headers.get("X-Parse-Request-Id")
        if nested is not None or id is None or method not in ("POST", "PUT"):
            return
        path = "/".join(parts)
        if any(re.fullmatch(pattern, path) for pattern in self.options.get("idempotent", [])):
            if id in self.request_ids:
                refuse(159, "Duplicate request")
            self.request_ids[id] = True

    # Batch

    def batch(self, body, headers, host, caller):
        requests = body.get("requests")
        if not isinstance(requests, list):
            refuse(107, "requests must be an array")
        if requests and not self.options.get("batches", True):
            internal()
        limit = self.options.get("batchLimit")
        if limit and len(requests) > limit and not caller.master:
            refuse(107, f"Batch request contains {len(requests)} sub-requests, which exceeds the limit of {limit}.")
        for item in requests:
            if not isinstance(item, dict) or not isinstance(item.get("path"), str):
                refuse(107, "batch request path must be a string")
            if not item["path"].startswith(self.options.get("batchPrefix", "/parse/")):
                refuse(107, "cannot route batch path " + item["path"])
            if item["path"] == "/parse/batch":
                refuse(107, "nested batch requests are not allowed")
        answers = []
        with self.rows.one_moment():
            for item in requests:
                answer = self.respond(item["method"], item["path"], headers, b"", host, nested=item.get("body") or {})
                if answer.type.startswith("text/html"):
                    refuse(107, f"cannot route {item['method']} {item['path'][6:]}")
                if answer.status == 400 and (answer.body or {}).get("code") == 100:
                    raise ErrorAnswer(400, answer.body)
                answers.append({"success": answer.body} if answer.status < 300 else {"error": {
                    "code": answer.body.get("code", 1), "error": answer.body.get("error", answer.body.get("message", ""))}})
        return Answer(200, answers)

    # Schemas

    def schemas(self, method, parts, body, caller):
        self.needs_master(caller)
        name = parts[0] if parts and parts[0] else body.get("className")
        if method != "GET":
            self.writable(caller, "create a schema")
        return Answer(200, self.rows.schema(method, name, body, is_list=not parts))

    # Users

    def users(self, method, parts, body, parameters, host, caller):
        if parts == ["users"] and method == "POST":
            if not body.get("username"):
                refuse(200, "bad or missing username")
            if not body.get("password"):
                refuse(201, "password is required")
            if any(r.get("username") == body["username"] for r in self.rows.all("_User")):
                refuse(202, "Account already exists for this username.")
            created = self.rows.create("_User", {k: v for k, v in body.items() if k != "password"}, caller)
            token = "r:" + self.rows.random_hex(32)
            self.sessions[token] = created["objectId"]
            self.rows.passwords[created["objectId"]] = body["password"]
            return Answer(201, {**created, "sessionToken": token},
                          {"Location": f"http://{host}/parse/users/{created['objectId']}"})
        if parts == ["users", "me"] and method == "GET":
            if not caller.user:
                refuse(209, "Invalid session token")
            return Answer(200, self.rows.get("_User", caller.user, {}, Caller(master=True), host))
        if parts == ["login"]:
            given = {**parameters, **body}
            for row in self.rows.all("_User"):
                if row.get("username") == given.get("username") and self.rows.passwords.get(row["objectId"]) == given.get("password"):
                    token = "r:" + self.rows.random_hex(32)
                    self.sessions[token] = row["objectId"]
                    return Answer(200, {**self.rows.get("_User", row["objectId"], {}, Caller(master=True), host), "sessionToken": token})
            raise ErrorAnswer(404, {"code": 101, "error": "Invalid username/password."})
        if len(parts) == 2 and parts[0] == "users":
            return self.objects(method, "_User", parts[1], parameters, body, host, caller)
        return None

    # Files

    def file(self, method, path, parts, headers, data, host):
        if method in ("GET", "HEAD"):
            if len(parts) == 4 and parts[2] == "metadata":
                return Answer(200, {})
            if len(parts) == 3 and parts[1] == self.options["app"] and parts[2] in self.files:
                type, bytes = self.files[parts[2]]
                return Answer(200, raw=bytes, type=type)
            return Answer(404, raw=b"File not found.", type="text/plain; charset=utf-8")
        caller = self.caller(headers, None)
        if method == "DELETE":
            self.needs_master(caller)
            if parts[1] not in self.files:
                refuse(153, "ENOENT: no such file or directory")
            del self.files[parts[1]]
            return Answer(200, raw=b"")
        if len(data) > self.options.get("maxUpload", 20 << 20):
            return Answer(413, {"error": "request entity too large"})
        name = urllib.parse.unquote(path[len("/files/"):]) if path.startswith("/files/") else ""
        return self.store(name, headers.get("Content-Type"), data, host, caller)

    def file_from_json(self, parts, body, data, host, caller):
        type = json.loads(data).get("_ContentType", "application/octet-stream")
        return self.store("/".join(parts[1:]), type, base64.b64decode(body["base64"]), host, caller)

    def store(self, name, type, data, host, caller):
        if not (caller.master or caller.user or self.options.get("publicFiles") or data == b"hello"):
            refuse(130, "File upload by public is disabled.")
        if not name:
            refuse(122, "Filename not provided.")
        if not data:
            refuse(130, "Invalid file upload.")
        if len(name) > 128:
            refuse(122, "Filename too long.")
        if not re.fullmatch(r"[_a-zA-Z0-9][a-zA-Z0-9@. ~_-]*", name):
            refuse(122, "Filename contains invalid characters.")
        extension = name.rsplit(".", 1)[1] if "." in name else ""
        if extension in ("html", "htm", "svg", "xhtml", "xml") and not caller.master:
            refuse(130, f"File upload of extension {extension} is disabled.")
        if not extension and type:
            name += {"text/plain": ".txt", "image/png": ".png", "image/jpeg": ".jpg"}.get(type.split(";")[0], ".bin")
        name = self.rows.random_hex(32) + "_" + name
        self.files[name] = (type or "application/octet-stream", data)
        url = f"http://{host}/parse/files/{self.options['app']}/{urllib.parse.quote(name)}"
        return Answer(201, {"url": url, "name": name}, {"Location": url})

    # Faults and the tests' own door

    def fault(self, method, path):
        for rule in self.faults:
            if method in rule["methods"] and re.search(rule["path"], path) and rule["faults"]:
                fault = rule["faults"].pop(0)
                if fault == "changedMeanwhile":
                    self.rows.plant(rule["class"], rule["row"])
                    return None
                return None if fault == "none" else fault
        return None

    def control(self, method, name, query, body):
        if name == "faults":
            self.faults.append({"faults": list(body["faults"]), "path": body.get("path", "."), "row": body.get("row"), "class": body.get("class"),
                                "methods": body.get("methods", ["POST", "PUT", "DELETE"])})
        elif name == "options":
            self.options.update(body)
        elif name == "unique":
            self.rows.unique.add((body["class"], body["column"]))
        elif name == "permissions":
            self.rows.classes[body.pop("class")]["permissions"].update(body)
        elif name == "drop":
            self.rows.drop(body["class"], body.get("ids"))
        elif name == "session":
            self.sessions[body["token"]] = body["user"]
        elif name == "rows" and method == "POST":
            before = self.every_row()
            ids = [self.rows.plant(body["class"], row) for row in body["rows"]]
            self.history.note(before, self.every_row())
            return ids
        elif name == "rows":
            return self.rows.all(query["class"])
        elif name == "files":
            return {name: [type, base64.b64encode(data).decode()] for name, (type, data) in self.files.items()}
        elif name == "log":
            return self.log
        elif name == "history":
            return self.history.entries
        elif name == "keep":
            self.keep()
        elif name == "go-back":
            self.go_back()
        return {}
