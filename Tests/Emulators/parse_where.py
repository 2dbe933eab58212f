"""Conditions on rows, as Parse Server reads them."""
import datetime
import re


def parse_iso(text):
    """The moment as the server prints it; None for what is no moment."""
    if not isinstance(text, str):
        return None
    found = re.fullmatch(r"(\d{4}-\d\d-\d\dT\d\d:\d\d(?::\d\d)?)(\.\d+)?(Z|[+-]\d\d:\d\d)?", text)
    if not found:
        return None
    try:
        moment = datetime.datetime.fromisoformat(found[1] + (found[3] or "Z").replace("Z", "+00:00"))
    except ValueError:
        return None
    moment = moment.astimezone(datetime.timezone.utc)
    return moment.strftime("%Y-%m-%dT%H:%M:%S.") + (found[2] or ".").lstrip(".").ljust(3, "0")[:3] + "Z"


def exact(text):
    """A stamp with all the digits that the database keeps; None for what is no stamp."""
    if isinstance(text, str) and re.fullmatch(r"\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}(\d{3})?Z", text):
        return text[:-1].ljust(26, "0")
    return None


def shown_stamp(text):
    """A stamp as the server prints it: in milliseconds, whatever the database keeps."""
    return text[:23] + "Z" if exact(text) else text


def plain(value):
    """A Date as its text, so that it can be compared."""
    return value["iso"] if isinstance(value, dict) and value.get("__type") == "Date" else value


class Where:
    OPERATORS = {"$eq", "$ne", "$lt", "$lte", "$gt", "$gte", "$in", "$nin", "$exists", "$all", "$regex", "$options", "$text",
                 "$containedBy", "$inQuery", "$notInQuery", "$select", "$dontSelect", "$nearSphere", "$maxDistance",
                 "$maxDistanceInMiles", "$maxDistanceInKilometers", "$maxDistanceInRadians", "$within", "$geoWithin",
                 "$geoIntersects"}

    def __init__(self, rows, where, shape, refuse, database):
        self.rows, self.where, self.shape, self.refuse, self.database = rows, where, shape, refuse, database
        self.check(where)

    def check(self, where):
        for field, condition in where.items():
            if field in ("$or", "$and", "$nor"):
                if not isinstance(condition, list):
                    self.refuse(102, f"Bad {field} format - use an array value.")
                if not condition:
                    self.database()
                for inner in condition:
                    self.check(inner)
            elif field == "$relatedTo":
                continue
            elif field.startswith("$"):
                self.refuse(105, f"Invalid key name: {field}")
            elif field == "ACL":
                self.refuse(102, "Cannot query on ACL.")
            elif not re.fullmatch(r"[A-Za-z_][A-Za-z0-9_.]*", field):
                self.refuse(105, f"Invalid key name: {field}")
            else:
                self.check_condition(field, condition)

    def check_condition(self, field, condition):
        is_stamp = field in ("createdAt", "updatedAt") or self.shape["fields"].get(field, {}).get("type") == "Date"
        if not self.is_operator(condition):
            if is_stamp and condition is not None and parse_iso(plain(condition)) is None:
                self.database()
            kind = self.shape["fields"].get(field, {}).get("type")
            if kind == "String" and isinstance(condition, (int, float)) and not isinstance(condition, bool):
                self.database()
            return
        for op, value in condition.items():
            if op not in self.OPERATORS:
                self.refuse(119, f"Invalid operator: {op}")
            if op in ("$in", "$nin", "$all") and not isinstance(value, list):
                self.refuse(102, f"bad {op} value")
            if op == "$regex":
                try:
                    re.compile(value)
                except (re.error, TypeError):
                    self.database()
            if is_stamp and op in ("$lt", "$lte", "$gt", "$gte") and parse_iso(plain(value)) is None:
                self.database()

    @staticmethod
    def is_operator(condition):
        return isinstance(condition, dict) and "__type" not in condition and any(k.startswith("$") for k in condition)

    def matches(self, row, where=None):
        for field, condition in (self.where if where is None else where).items():
            if field == "$or":
                if not any(self.matches(row, inner) for inner in condition):
                    return False
            elif field == "$and":
                if not all(self.matches(row, inner) for inner in condition):
                    return False
            elif field == "$nor":
                if any(self.matches(row, inner) for inner in condition):
                    return False
            elif field == "$relatedTo":
                owner = condition["object"]
                members = self.rows.classes.get(owner["className"], {}).get("relations", {})
                if row["objectId"] not in members.get((owner["objectId"], condition["key"]), []):
                    return False
            elif not self.holds(self.value(row, field), condition):
                return False
        return True

    @staticmethod
    def value(row, field):
        value = row
        for key in field.split("."):
            value = value.get(key) if isinstance(value, dict) else None
        return value

    def holds(self, value, condition):
        if not self.is_operator(condition):
            return self.equal(value, condition)
        return all(self.operator(op, value, wanted, condition) for op, wanted in condition.items())

    def equal(self, value, wanted):
        if isinstance(value, list) and not isinstance(wanted, list):
            return any(self.equal(item, wanted) for item in value)
        value, wanted = plain(value), plain(wanted)
        if exact(value) and parse_iso(wanted):
            return exact(value) == exact(parse_iso(wanted))
        if isinstance(value, dict) and isinstance(wanted, dict) and value.get("__type") == "Pointer":
            return value.get("objectId") == wanted.get("objectId") and value.get("className") == wanted.get("className")
        return value == wanted

    def operator(self, op, value, wanted, condition):
        if op == "$eq":
            return self.equal(value, wanted)
        if op == "$ne":
            return not self.equal(value, wanted)
        if op in ("$lt", "$lte", "$gt", "$gte"):
            return self.compare(op, value, wanted)
        if op == "$in":
            return any(self.equal(value, item) for item in wanted)
        if op == "$nin":
            return not any(self.equal(value, item) for item in wanted)
        if op == "$exists":
            return (value is not None) == bool(wanted)
        if op == "$all":
            return isinstance(value, list) and all(item in value for item in wanted)
        if op == "$containedBy":
            return isinstance(value, list) and all(item in wanted for item in value)
        if op == "$regex":
            flags = re.I if "i" in condition.get("$options", "") else 0
            return isinstance(value, str) and re.search(wanted, value, flags) is not None
        if op in ("$inQuery", "$notInQuery"):
            ids = {row["objectId"] for row in self.found(wanted)}
            return (isinstance(value, dict) and value.get("objectId") in ids) == (op == "$inQuery")
        if op in ("$select", "$dontSelect"):
            values = [row.get(wanted["key"]) for row in self.found(wanted["query"])]
            return (value in values) == (op == "$select")
        return True

    def found(self, query):
        shape = self.rows.classes.get(query["className"], {"rows": {}, "fields": {}})
        matcher = Where(self.rows, query.get("where", {}), shape, self.refuse, self.database)
        return [row for row in shape["rows"].values() if matcher.matches(row)]

    @staticmethod
    def compare(op, value, wanted):
        value, wanted = plain(value), plain(wanted)
        if exact(value) and parse_iso(wanted):
            value, wanted = exact(value), exact(parse_iso(wanted))
        if value is None or type(value) is bool or isinstance(value, (dict, list)) or isinstance(value, str) != isinstance(wanted, str):
            return False
        return {"$lt": value < wanted, "$lte": value <= wanted, "$gt": value > wanted, "$gte": value >= wanted}[op]
