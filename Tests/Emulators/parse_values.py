"""The values of the Parse emulator: their types and names, how they are stored, and their order."""
import json
import re

from parse_errors import internal, refuse
from parse_where import exact, parse_iso

REQUIRED = {"Date": "iso", "Pointer": "className", "GeoPoint": "latitude", "Bytes": "base64", "File": "name",
            "Relation": "className", "Polygon": "coordinates"}


def type_of(value):
    if isinstance(value, bool):
        return {"type": "Boolean"}
    if isinstance(value, (int, float)):
        return {"type": "Number"}
    if isinstance(value, str):
        return {"type": "String"}
    if isinstance(value, list):
        return {"type": "Array"}
    kind = value.get("__type")
    if kind is None:
        return {"type": "Object"}
    if kind not in REQUIRED or REQUIRED[kind] not in value:
        refuse(111, f"This is not a valid {kind}")
    if kind in ("Pointer", "Relation"):
        return {"type": kind, "targetClass": value["className"]}
    return {"type": kind}


def shown_type(type):
    return type["type"] + (f"<{type['targetClass']}>" if "targetClass" in type else "")


def check_names(body):
    text = json.dumps(body)
    for word in ("_bsontype", "constructor", "__proto__"):
        if f'"{word}":' in text:
            refuse(105, 'Prohibited keyword in request data: {"key":"%s"}.' % word)
    for field, value in body.items():
        if field == "ACL":
            continue
        if field == "id":
            refuse(105, "id is an invalid field name.")
        base = field.split(".")[0]
        if not re.fullmatch(r"[A-Za-z][A-Za-z0-9_]*", base) or field in ("length", "className"):
            refuse(105, f"Invalid field name: {field}.")
        check_nested(value)


def check_nested(value):
    if isinstance(value, dict):
        for key, inner in value.items():
            if "$" in key or "." in key:
                refuse(121, "Nested keys should not contain the '$' or '.' characters")
            check_nested(inner)
    elif isinstance(value, list):
        for inner in value:
            check_nested(inner)


def stored(value):
    if isinstance(value, dict):
        kind = value.get("__type")
        if kind == "Date":
            moment = parse_iso(value["iso"])
            if moment is None:
                internal()
            return {"__type": "Date", "iso": moment}
        if kind == "File":
            return {"__type": "File", "name": value["name"]}
        if kind == "Polygon":
            points = value["coordinates"]
            return {"__type": "Polygon", "coordinates": points if points[0] == points[-1] else points + [points[0]]}
        if kind == "Pointer" and "objectId" not in value:
            return None
        return value
    if isinstance(value, int) and not isinstance(value, bool) and abs(value) > 2 ** 53:
        return round_as_double(value)
    return value


def sort_key(value):
    if isinstance(value, dict) and value.get("__type") == "Date":
        value = value["iso"]
    value = exact(value) or value
    if isinstance(value, bool) or value is None:
        return (0, str(value))
    if isinstance(value, (int, float)):
        return (1, value)
    return (2, value if isinstance(value, str) else json.dumps(value))


def round_as_double(value):
    """As JavaScript prints it: the shortest digits, then zeros."""
    digits = repr(float(value))
    mantissa, _, exponent = digits.partition("e")
    whole, _, fraction = mantissa.partition(".")
    return int(whole + fraction + "0" * (int(exponent or 0) - len(fraction))) if exponent else int(float(value))
