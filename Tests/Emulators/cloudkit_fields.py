"""What fields may hold, and what conditions of a query mean."""

import base64
import binascii

SCALARS = {"STRING", "INT64", "DOUBLE", "TIMESTAMP", "BYTES", "REFERENCE", "LOCATION", "ASSETID"}


def is_whole(value):
    return isinstance(value, int) and not isinstance(value, bool)


def fits(kind, value):
    if kind == "STRING":
        return isinstance(value, str)
    if kind in ("INT64", "TIMESTAMP"):
        return is_whole(value) and -(2 ** 63) <= value < 2 ** 63
    if kind == "DOUBLE":
        return isinstance(value, (int, float)) and not isinstance(value, bool)
    if kind == "BYTES":
        try:
            return isinstance(value, str) and base64.b64decode(value, validate=True) is not None
        except binascii.Error:
            return False
    if kind == "REFERENCE":
        return isinstance(value, dict) and isinstance(value.get("recordName"), str) \
            and value.get("action", "NONE") in ("NONE", "DELETE_SELF", "VALIDATE")
    if kind == "LOCATION":
        return isinstance(value, dict) and "latitude" in value and "longitude" in value \
            and is_whole(value.get("timestamp", 0))
    return kind == "ASSETID" and isinstance(value, dict) and "fileChecksum" in value and "receipt" in value


def inferred(value):
    if isinstance(value, str):
        return "STRING"
    if isinstance(value, bool):
        return None
    if isinstance(value, int):
        return "INT64"
    if isinstance(value, float):
        return "DOUBLE"
    if isinstance(value, list) and value:
        element = inferred(value[0])
        return element and element + "_LIST"
    return None


def check_fields(store, zone, record_type, fields, failure):
    checked = {}
    for name, field in fields.items():
        if not isinstance(field, dict) or "value" not in field:
            raise failure("BAD_REQUEST", f"Unexpected input for {name}")
        value = field["value"]
        if value is None:
            checked[name] = {"value": None}
            continue
        kind = field.get("type") or inferred(value)
        if kind == "ASSET":
            kind = "ASSETID"
        element = kind[:-5] if kind and kind.endswith("_LIST") else None
        if element is not None and isinstance(value, list):
            good = element in SCALARS and all(fits(element, item) for item in value)
        else:
            good = kind in SCALARS and fits(kind, value)
        if not good:
            raise failure("BAD_REQUEST", f"Invalid value, expected type {kind} for field {name}")
        schema = store.types.setdefault(record_type, {})
        if schema.setdefault(name, kind) != kind:
            raise failure("BAD_REQUEST", f"field {name} is of the type {schema[name]}, not {kind}")
        if kind == "REFERENCE" and value.get("action") == "VALIDATE":
            target = zone.records.get(value["recordName"])
            if target is None or target.get("deleted"):
                raise failure("VALIDATING_REFERENCE_ERROR", f"{value['recordName']} is not there")
        checked[name] = {"value": value, "type": kind}
        if field.get("isEncrypted"):
            checked[name]["isEncrypted"] = True
    return checked


SYSTEM = {"recordName": lambda r: r["recordName"], "createdTimestamp": lambda r: r["created"]["timestamp"],
          "modifiedTimestamp": lambda r: r["modified"]["timestamp"]}


def value_of(record, condition):
    if "systemFieldName" in condition:
        return SYSTEM[condition["systemFieldName"]](record)
    return record["fields"].get(condition.get("fieldName"), {}).get("value")


def matches(record, conditions, failure):
    for condition in conditions:
        have, want = value_of(record, condition), condition.get("fieldValue", {}).get("value")
        comparator = condition.get("comparator")
        if comparator == "EQUALS":
            good = have == want
        elif comparator == "NOT_EQUALS":
            good = have != want
        elif comparator == "IN":
            good = have in want
        elif comparator == "BEGINS_WITH":
            good = isinstance(have, str) and have.startswith(want)
        elif have is None:
            good = False
        elif comparator == "LESS_THAN":
            good = have < want
        elif comparator == "LESS_THAN_OR_EQUALS":
            good = have <= want
        elif comparator == "GREATER_THAN":
            good = have > want
        elif comparator == "GREATER_THAN_OR_EQUALS":
            good = have >= want
        else:
            raise failure("BAD_REQUEST", f"unknown comparator {comparator}")
        if not good:
            return False
    return True


def sort_key(record, orders):
    keys = [(value_of(record, order) or 0) * (1 if order.get("ascending", True) else -1) for order in orders]
    return keys + [record["recordName"]]
