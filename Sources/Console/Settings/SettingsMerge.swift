import JSONKit
import Support

/// A three-way merge of a store's settings, member by member; tables are matched by name.
struct SettingsMerge {
  /// Which value counts where both sides changed the same member.
  enum Side { case theirs, ours }

  /// What both sides began with.
  let opened: JSONObject
  let theirs: JSONObject
  let ours: JSONObject

  func merged(_ side: Side) -> JSONObject {
    merge(opened, theirs, ours, side) { name, opened, theirs, ours in
      if name === "tables" { return tables(opened, theirs, ours, side) }
      return section(opened, theirs, ours, side)
    }
  }

  /// Merges the members of three objects; `both` decides about those that both sides changed.
  private func merge(
    _ opened: JSONObject, _ theirs: JSONObject, _ ours: JSONObject, _ side: Side,
    both: (String, JSONValue?, JSONValue?, JSONValue?) -> JSONValue?
  ) -> JSONObject {
    var result = JSONObject()
    for name in (theirs.map(\.name) + ours.map(\.name)).unique {
      let (was, their, our) = (opened[name], theirs[name], ours[name])
      if our == was || our == their {
        result[name] = their
      } else if their == was {
        result[name] = our
      } else {
        result[name] = both(name, was, their, our)
      }
    }
    return result
  }

  /// Merges a section, unless it is a remote whose kind differs.
  private func section(
    _ opened: JSONValue?, _ theirs: JSONValue?, _ ours: JSONValue?, _ side: Side
  ) -> JSONValue? {
    guard let was = members(opened), let their = members(theirs), let our = members(ours),
      their["kind"] == our["kind"]
    else { return side == .theirs ? theirs : ours }
    let merged = merge(was, their, our, side) { side == .theirs ? $2 : $3 }
    return merged.isEmpty ? Optional.none : .object(merged)
  }

  /// The members of a section, which may be left out.
  private func members(_ value: JSONValue?) -> JSONObject? {
    guard let value else { return JSONObject() }
    return value.object
  }

  private func tables(
    _ opened: JSONValue?, _ theirs: JSONValue?, _ ours: JSONValue?, _ side: Side
  ) -> JSONValue? {
    guard let was = byName(opened), let their = byName(theirs), let our = byName(ours)
    else { return side == .theirs ? theirs : ours }
    let merged = merge(was, their, our, side) { _, was, their, our in
      // A table that one side removed has no members of its own to keep.
      guard let theirTable = their?.object, let ourTable = our?.object
      else { return side == .theirs ? their : our }
      return .object(
        merge(was?.object ?? JSONObject(), theirTable, ourTable, side) {
          side == .theirs ? $2 : $3
        })
    }
    return merged.isEmpty ? Optional.none : .array(merged.map(\.value))
  }

  /// The tables by their names; nil where two have the same name, or one has none.
  private func byName(_ value: JSONValue?) -> JSONObject? {
    guard let value else { return JSONObject() }
    let tables = (value.array ?? []).compactMap { table in
      table["name"]?.string.map { ($0, table) }
    }
    let byName = JSONObject(tables)
    return byName.members.count == value.array?.count ? byName : nil
  }
}
