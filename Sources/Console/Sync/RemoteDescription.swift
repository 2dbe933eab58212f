import SyncCore
import TemplateKit

/// What a store's server can do and what it can't, for people.
struct RemoteDescription {
  let remote: any Remote

  private var can: RemoteCapabilities { remote.capabilities }

  var facts: [TemplateDictionary] {
    [
      ("Conflict detection", conflicts), ("Pull", pull), ("Deleted rows", deletions),
      ("Undelete", undelete), ("Ids of new rows", ids), ("Requests", requests),
      ("Files", files),
    ].map { ["NAME": $0.0, "TEXT": $0.1] }
  }

  private var conflicts: String {
    guard can.contains(.versionedWrites) else {
      return "None. The last write wins."
    }
    return can.contains(.checkedWrites)
      ? "Yes. The server rejects a change if the row has changed since it was read."
      : "Partial. The row’s version is compared before a change is sent, but the server does not "
        + "check it: a write in between is overwritten in the columns changed here."
  }

  private var pull: String {
    let feeds = (remote as? any ChangeFeedRemote)?.feeds ?? []
    if feeds.count == 1 { return "One change feed for all tables (\(feeds[0].name))." }
    if feeds.count > 1 {
      return "One change feed for the tables of each zone ("
        + feeds.map(\.name).joined(separator: ", ") + ")."
    }
    return can.contains(.incrementalPull)
      ? "Changes since the last pull, table by table." : "Each table in full."
  }

  private var deletions: String {
    if can.contains(.tombstones) {
      return "Soft delete. Deleted rows stay on the server and are "
        + "included in pulls."
    }
    if can.contains(.removals) { return "The server reports deleted rows, and pulls remove them." }
    return "The server does not report deleted rows. Use a column that marks them, or reconcile."
  }

  private var undelete: String {
    if can.contains(.undelete) { return "Yes, on the server." }
    return can.contains(.reinsert)
      ? "Yes, by inserting the last values again with the same id."
      : "Only in tables with a column that marks deleted rows. Other rows cannot be restored once their delete is pushed."
  }

  private var ids: String {
    can.contains(.clientIDs)
      ? "Created in this store." : "Assigned by the server on insert; old links keep working."
  }

  private var requests: String {
    let size = remote.batchSize
    return size > 1 ? "Batches of up to \(Format.number(size)) changes." : "One change per request."
  }

  private var files: String {
    can.contains(.files)
      ? "Uploaded and shown on the row’s page." : "Not supported."
  }
}
