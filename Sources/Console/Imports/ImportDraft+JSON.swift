import JSONKit
import SyncCore

extension ImportDraft.Stage {
  var json: JSONObject {
    switch self {
    case .reading(let count): Self.members("reading", .unread, done: count)
    case .unreadable: Self.members("unreadable", .unread, done: 0)
    case .ready(let preview): Self.members("ready", preview, done: 0)
    case .writing(let count, let preview): Self.members("writing", preview, done: count)
    case .takingBack(let preview): Self.members("taking-back", preview, done: 0)
    case .over(let ending, let preview): Self.members(ending, preview)
    }
  }

  private static func members(
    _ state: String, _ preview: ImportPreview, done: Int
  ) -> JSONObject {
    var members = preview.json
    members["state"] = .string(state)
    members["done"] = .integer(Int64(done))
    members["entry"] = .null
    return members
  }

  /// What the preview found, with what really was written.
  private static func members(_ ending: ImportEnding, _ preview: ImportPreview) -> JSONObject {
    let state =
      switch ending.kind {
      case .done: "done"
      case .differs, .takenBack: "taken-back"
      case .brokenOff: "broken-off"
      }
    var preview = preview
    preview.counts = ending.counts
    var members = members(state, preview, done: ending.written)
    members["entry"] = JSONValue(ending.entry)
    return members
  }
}
