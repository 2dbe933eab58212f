"""The rows of the Parse emulator: classes with typed columns, writes with operators, queries."""
import contextlib
import datetime
import json
import random
import re
import string

from parse_errors import database, internal, missing, refuse
from parse_values import check_names, shown_type, sort_key, stored, type_of
from parse_where import Where, shown_stamp

SYSTEM = {"objectId": {"type": "String"}, "createdAt": {"type": "Date"}, "updatedAt": {"type": "Date"}}
TYPES = {"String", "Number", "Boolean", "Date", "Object", "Array", "GeoPoint", "File", "Bytes", "Polygon", "Pointer", "Relation"}
PERMISSIONS = {"ACL": {"*": {"read": True, "write": True}}, "find": {"*": True}, "get": {"*": True}, "count": {"*": True},
               "create": {"*": True}, "update": {"*": True}, "delete": {"*": True}, "addField": {"*": True}, "protectedFields": {"*": []}}


class Rows:
    def __init__(self, options):
        self.options, self.classes, self.unique, self.passwords = options, {}, set(), {}
        self.last, self.frozen = 0, None

    # Time and names

    def stamp(self):
        if self.frozen is not None:
            return self.frozen
        now = datetime.datetime.now(datetime.timezone.utc) + datetime.timedelta(milliseconds=self.options.get("clockOffsetMs", 0))
        return now.strftime("%Y-%m-%dT%H:%M:%S.") + "%03dZ" % (now.microsecond // 1000)

    @contextlib.contextmanager
    def one_moment(self):
        """Rows of one batch often share their stamp."""
        self.frozen = self.stamp()
        try:
            yield
        finally:
            self.frozen = None

    @staticmethod
    def random_hex(count):
        return "".join(random.choices("0123456789abcdef", k=count))

    @staticmethod
    def new_id():
        return "".join(random.choices(string.ascii_letters + string.digits, k=10))

    # Classes

    def shape(self, name):
        if name not in self.classes:
            if not re.fullmatch(r"[A-Za-z][A-Za-z0-9_]*|_User|_Role|_Session|_Installation", name):
                refuse(107, "schema class name does not revalidate")
            self.classes[name] = {"fields": {}, "rows": {}, "permissions": dict(PERMISSIONS), "indexes": {}}
        return self.classes[name]

    def all(self, name):
        return list(self.classes.get(name, {"rows": {}})["rows"].values())

    def purge(self, name):
        if name in self.classes:
            self.classes[name]["rows"].clear()

    def drop(self, name, ids):
        if ids is None:
            self.classes.pop(name, None)
            return
        for id in ids:
            self.classes[name]["rows"].pop(id, None)

    def plant(self, name, row):
        shape = self.shape(name)
        row = dict(row)
        row.setdefault("objectId", self.new_id())
        old = shape["rows"].get(row["objectId"], {})
        row.setdefault("createdAt", old.get("createdAt", self.stamp()))
        row.setdefault("updatedAt", self.stamp() if old else row["createdAt"])
        merged = {**old, **row}
        for field, value in row.items():
            if field not in SYSTEM and field != "ACL" and value is not None:
                shape["fields"].setdefault(field, type_of(value))
        shape["rows"][row["objectId"]] = {k: v for k, v in merged.items() if v is not None}
        return row["objectId"]

    def described(self, name):
        shape = self.classes[name]
        answer = {"className": name, "fields": {**SYSTEM, "ACL": {"type": "ACL"}, **shape["fields"]},
                  "classLevelPermissions": shape["permissions"]}
        if shape["indexes"]:
            answer["indexes"] = {"_id_": {"_id": 1}, **shape["indexes"]}
        return answer

    def schema(self, method, name, body, is_list):
        if method == "GET" and is_list:
            return {"results": [self.described(name) for name in self.classes]}
        if method == "GET":
            if name not in self.classes:
                refuse(103, f"Class {name} does not exist.")
            return self.described(name)
        if method == "DELETE":
            if name in self.classes:
                count = len(self.classes[name]["rows"])
                if count:
                    refuse(255, f"Class {name} is not empty, contains {count} objects, cannot drop schema.")
                del self.classes[name]
            return {}
        if method == "POST":
            if name in self.classes:
                refuse(103, f"Class {name} already exists.")
            if not re.fullmatch(r"[A-Za-z][A-Za-z0-9_]*|_[A-Z][A-Za-z]*", name or ""):
                refuse(103, f"Invalid classname: {name}, classnames can only have alphanumeric characters and _, and must start with an alpha character ")
        elif name not in self.classes:
            refuse(103, f"Class {name} does not exist.")
        added = self.checked_fields(name, body.get("fields", {}))
        shape = self.shape(name)
        for field, value in added.items():
            if value is None:
                del shape["fields"][field]
            else:
                shape["fields"][field] = value
        for index, keys in body.get("indexes", {}).items():
            if isinstance(keys, dict) and keys.get("__op") == "Delete":
                shape["indexes"].pop(index, None)
            else:
                shape["indexes"][index] = keys
        if "classLevelPermissions" in body:
            shape["permissions"] = {**{"find": {}, "get": {}, "count": {}, "create": {}, "update": {}, "delete": {}, "addField": {}}, **body["classLevelPermissions"]}
        return self.described(name)

    def checked_fields(self, name, fields):
        present = self.classes.get(name, {"fields": {}})["fields"]
        added = {}
        for field, value in fields.items():
            if not re.fullmatch(r"[A-Za-z][A-Za-z0-9_]*", field):
                refuse(105, f"invalid field name: {field}")
            if value.get("__op") == "Delete":
                if field not in present:
                    refuse(255, f"Field {field} does not exist, cannot delete.")
                added[field] = None
            elif field in present:
                refuse(255, f"Field {field} exists, cannot update.")
            elif value.get("type") not in TYPES:
                refuse(111, f"invalid field type: {value.get('type')}")
            elif value["type"] in ("Pointer", "Relation") and "targetClass" not in value:
                refuse(135, f"type {value['type']} needs a class name")
            else:
                added[field] = value
        return added

    # Values

    def check_type(self, name, shape, field, value):
        type = type_of(value)
        known = SYSTEM.get(field) or shape["fields"].get(field)
        if known is None:
            return type
        if known["type"] != type["type"] or known.get("targetClass") != type.get("targetClass"):
            refuse(111, f"schema mismatch for {name}.{field}; expected {shown_type(known)} but got {shown_type(type)}")
        return None

    def apply(self, name, shape, row, field, value, echo):
        """Sets one field; what the answer repeats goes into `echo`."""
        if isinstance(value, dict) and "__op" in value:
            return self.operate(name, shape, row, field, value, echo)
        if "." in field:
            base, *rest = field.split(".")
            inner = row.setdefault(base, {})
            shape["fields"].setdefault(base, {"type": "Object"})
            for key in rest[:-1]:
                inner = inner.setdefault(key, {})
            inner[rest[-1]] = value
            return
        if value is None:
            row.pop(field, None)
            return
        if field != "ACL":
            added = self.check_type(name, shape, field, value)
            if added:
                shape["fields"][field] = added
        value = stored(value)
        if value is None:
            row.pop(field, None)
        else:
            row[field] = value

    def operate(self, name, shape, row, field, value, echo):
        op = value["__op"]
        if op == "Delete":
            row.pop(field, None)
            return
        if op == "Increment":
            added = self.check_type(name, shape, field, 1)
            row[field] = row.get(field, 0) + float(value["amount"])
            if row[field] == int(row[field]):
                row[field] = int(row[field])
            echo[field] = row[field]
        elif op in ("Add", "AddUnique", "Remove"):
            if not isinstance(value.get("objects"), list):
                internal()
            added = self.check_type(name, shape, field, [])
            old = row.get(field, [])
            if op == "Add":
                row[field] = old + value["objects"]
            elif op == "AddUnique":
                unique = []
                for item in old + value["objects"]:
                    if item not in unique:
                        unique.append(item)
                row[field] = unique
            else:
                row[field] = [item for item in old if item not in value["objects"]]
            echo[field] = row[field]
        elif op in ("AddRelation", "RemoveRelation"):
            target = value["objects"][0]["className"]
            added = self.check_type(name, shape, field, {"__type": "Relation", "className": target})
            members = shape.setdefault("relations", {}).setdefault((row["objectId"], field), [])
            for pointer in value["objects"]:
                if op == "AddRelation" and pointer["objectId"] not in members:
                    members.append(pointer["objectId"])
        elif op == "SetOnInsert":
            added = None
        else:
            internal()
        if added:
            shape["fields"][field] = added

    def check_unique(self, name, row):
        for other in self.classes[name]["rows"].values():
            for class_name, column in self.unique:
                if class_name == name and column in row and other["objectId"] != row["objectId"] and other.get(column) == row[column]:
                    refuse(137, "A duplicate value for a field with unique values was provided")

    # Writing

    def create(self, name, body, caller):
        check_names(body)
        shape = self.shape(name) if name in self.classes or re.fullmatch(r"[A-Za-z][A-Za-z0-9_]*|_[A-Z][A-Za-z]*", name) else refuse(107, "schema class name does not revalidate")
        if name.startswith("_") and name not in ("_User", "_Role", "_Session", "_Installation"):
            refuse(107, "schema class name does not revalidate")
        self.permit(shape, "create", caller, missing)
        if set(body) - set(SYSTEM) - {"ACL"} - set(shape["fields"]):
            self.permit(shape, "addField", caller, lambda: refuse(119, "Permission denied"))
        id = self.create_id(name, shape, body)
        moment = self.stamp()
        row = {"objectId": id, "createdAt": moment, "updatedAt": moment}
        echo = {}
        for field, type in shape["fields"].items():
            if field not in body:
                if "defaultValue" in type:
                    row[field] = echo[field] = type["defaultValue"]
                elif type.get("required"):
                    refuse(142, f"{field} is required")
        for field in ("createdAt", "updatedAt"):
            if field in body:
                self.check_type(name, shape, field, body[field])
        for field, value in body.items():
            if field not in SYSTEM:
                self.apply(name, shape, row, field, value, echo)
        self.hide_password(name, row)
        self.check_unique(name, row)
        shape["rows"][id] = row
        return {**echo, "objectId": id, "createdAt": moment}

    def hide_password(self, name, row):
        """The server keeps a hash of it, and gives it back to nobody."""
        if name == "_User" and "password" in row:
            self.passwords[row["objectId"]] = row.pop("password")

    def create_id(self, name, shape, body):
        if "objectId" not in body:
            return self.new_id()
        given = body["objectId"]
        if not self.options.get("customIds"):
            if given is None:
                return self.new_id()
            refuse(105, "objectId is an invalid field name.")
        if given is None or given == "":
            refuse(104, "objectId must not be empty, null or undefined")
        self.check_type(name, shape, "objectId", given)
        if given in shape["rows"]:
            refuse(137, "A duplicate value for a field with unique values was provided")
        return given

    def update(self, name, id, body, caller):
        shape = self.classes.get(name)
        if shape is None or id not in shape["rows"] or not self.may(shape["rows"][id], "write", caller):
            missing()
        self.permit(shape, "update", caller, missing)
        check_names({k: v for k, v in body.items() if k != "objectId"})
        row, echo = json.loads(json.dumps(shape["rows"][id])), {}
        guard = self.options.get("guard")
        if guard and guard["column"] in body:
            # As cloud code does before it saves.
            body = dict(body)
            if body.pop(guard["column"]) != row["updatedAt"]:
                refuse(guard["code"], "somebody changed the row meanwhile")
        for field in ("createdAt", "updatedAt"):
            if field in body:
                self.check_type(name, shape, field, body[field])
        for field, value in body.items():
            if field not in SYSTEM:
                self.apply(name, shape, row, field, value, echo)
        self.hide_password(name, row)
        if body.get("objectId", id) != id:
            row["objectId"] = body["objectId"]
        self.check_unique(name, row)
        row["updatedAt"] = self.stamp()
        if row["updatedAt"] == shape["rows"][id]["updatedAt"] and self.frozen is None:
            row["updatedAt"] = next_millisecond(row["updatedAt"])
        del shape["rows"][id]
        shape["rows"][row["objectId"]] = row
        return {**echo, "updatedAt": row["updatedAt"]}

    def delete(self, name, id, caller):
        shape = self.classes.get(name)
        if shape is None or id not in shape["rows"] or not self.may(shape["rows"][id], "write", caller):
            missing()
        self.permit(shape, "delete", caller, missing)
        del shape["rows"][id]

    # Who may

    @staticmethod
    def may(row, what, caller):
        if caller.master or "ACL" not in row:
            return True
        names = ["*"] + ([caller.user] if caller.user else [])
        return any(row["ACL"].get(name, {}).get(what) for name in names)

    @staticmethod
    def permit(shape, what, caller, otherwise):
        allowed = shape["permissions"].get(what, {})
        if caller.master or allowed.get("*") or (caller.user and (allowed.get("requiresAuthentication") or allowed.get(caller.user))):
            return
        if what == "create" or allowed.get("requiresAuthentication"):
            missing()
        refuse(119, "Permission denied")

    # Reading

    def shown(self, shape, row, host, keys=None, excluded=()):
        row = {field: shown_stamp(value) if field in ("createdAt", "updatedAt") else value for field, value in row.items()}
        for field, type in shape["fields"].items():
            if type["type"] == "Relation":
                row[field] = {"__type": "Relation", "className": type["targetClass"]}
        shown = {}
        for field, value in row.items():
            if isinstance(value, dict) and value.get("__type") == "File":
                value = {**value, "url": f"http://{host}/parse/files/{self.options['app']}/{value['name'].replace(' ', '%20')}"}
            system = field in SYSTEM or field == "ACL" or shape["fields"].get(field, {}).get("type") == "Relation"
            if system or ((keys is None or field in keys) and field not in excluded):
                shown[field] = value
        return shown

    @staticmethod
    def names(text):
        return None if text is None else {name.split(".")[0] for name in text.split(",")}

    def get(self, name, id, parameters, caller, host):
        shape = self.classes.get(name)
        if shape is None or id not in shape["rows"] or not self.may(shape["rows"][id], "read", caller):
            missing()
        self.permit(shape, "get", caller, missing)
        return self.shown(shape, shape["rows"][id], host, self.names(parameters.get("keys")))

    @staticmethod
    def number(parameters, name, default):
        try:
            value = float(parameters.get(name, default))
        except (TypeError, ValueError):
            database()
        if value < 0:
            database()
        return int(value + 0.5)

    def find(self, name, parameters, caller, host):
        where = parameters.get("where", {})
        if isinstance(where, str):
            try:
                where = json.loads(where)
            except ValueError:
                refuse(107, "where parameter is not valid JSON")
        if where == [] or self.options.get("ignoresWhere"):
            where = {}
        if not isinstance(where, dict):
            internal()
        limit, skip = self.number(parameters, "limit", 100), self.number(parameters, "skip", 0)
        if "limit" in parameters and "maxLimit" in self.options:
            limit = min(limit, self.options["maxLimit"])
        order = parameters.get("order", "")
        for field in filter(None, order.split(",")):
            if not re.fullmatch(r"-?[A-Za-z_][A-Za-z0-9_.]*", field):
                refuse(105, f"Invalid field name: {field}.")
        self.check_depths(where, parameters)
        shape = self.classes.get(name, {"rows": {}, "fields": {}, "permissions": PERMISSIONS})
        self.permit(shape, "find", caller, missing)
        matcher = Where(self, where, shape, refuse, database)
        rows = [row for row in shape["rows"].values() if self.may(row, "read", caller) and matcher.matches(row)]
        for field in reversed([f for f in order.split(",") if f]):
            key = field.lstrip("-")
            if key in SYSTEM or key in shape["fields"]:
                rows.sort(key=lambda row: (key not in row, sort_key(row.get(key))), reverse=field.startswith("-"))
        if order == "objectId" and self.options.get("losesByID"):
            rows = rows[::2]
        answer = {"results": []}
        excluded = self.names(parameters.get("excludeKeys")) or ()
        for row in rows[skip:skip + limit]:
            answer["results"].append(self.shown(shape, row, host, self.names(parameters.get("keys")), excluded))
        self.include(answer["results"], shape, parameters, host)
        if str(parameters.get("count", "0")).lower() in ("1", "true"):
            # PostgreSQL's planner answers for a whole class, from statistics that may be old.
            answer["count"] = self.options.get("estimate", len(rows)) if not where else len(rows)
        return answer

    def include(self, rows, shape, parameters, host):
        names = self.names(parameters.get("include")) or set()
        if str(parameters.get("includeAll", "")).lower() == "true":
            names |= {field for field, type in shape["fields"].items() if type["type"] == "Pointer"}
        for row in rows:
            for name in names:
                pointer = row.get(name)
                if isinstance(pointer, dict) and pointer.get("__type") == "Pointer":
                    target = self.classes.get(pointer["className"], {"rows": {}})
                    found = target["rows"].get(pointer["objectId"])
                    if found:
                        row[name] = {**self.shown(target, found, host), "__type": "Object", "className": pointer["className"]}

    def check_depths(self, where, parameters):
        include, depth = self.options.get("includeDepth"), self.options.get("queryDepth")
        deepest = max((len(path.split(".")) for path in parameters.get("include", "").split(",")), default=0)
        if include and deepest > include:
            refuse(102, f"Include depth of {deepest} exceeds maximum allowed depth of {include}")
        if depth and nesting(where) > depth:
            refuse(102, f"Query condition nesting depth exceeds maximum allowed depth of {depth}")


def nesting(where):
    if not isinstance(where, dict):
        return 0
    return max([1 + max([nesting(w) for w in where[op]], default=0) for op in ("$or", "$and", "$nor") if isinstance(where.get(op), list)], default=0)


def next_millisecond(stamp):
    moment = datetime.datetime.strptime(stamp, "%Y-%m-%dT%H:%M:%S.%fZ") + datetime.timedelta(milliseconds=1)
    return moment.strftime("%Y-%m-%dT%H:%M:%S.") + "%03dZ" % (moment.microsecond // 1000)
