import SyncCore
import TemplateKit

/// What a store's server can do and what it can't, for people.
struct RemoteDescription {
  let remote: any Remote

  private var can: RemoteCapabilities { remote.capabilities }

  var facts: [TemplateDictionary] {
    [
      ("Conflicts", conflicts), ("Pull", pull), ("Deleted rows", deletions),
      ("Undelete", undelete), ("Ids of new rows", ids), ("Requests", requests),
      ("Files", files),
    ].map { ["NAME": $0.0, "TEXT": $0.1] }
  }

  private var conflicts: String {
    guard can.contains(.versionedWrites) else {
      return "The server knows no versions: what is sent last is what stays."
    }
    return can.contains(.checkedWrites)
      ? "The server refuses a change of a row that somebody changed meanwhile."
      : "A row’s version is compared before a change of it is sent. The server itself checks "
        + "nothing: what somebody writes in the moment between is overwritten unseen, in the "
        + "columns that were changed here."
  }

  private var pull: String {
    if let feed = (remote as? any ChangeFeedRemote)?.feed {
      return "One list of changes brings every table (\(feed))."
    }
    return can.contains(.incrementalPull)
      ? "Brings what changed since the last one, table by table." : "Reads each table whole."
  }

  private var deletions: String {
    if can.contains(.tombstones) { return "The server keeps them, and a pull brings them." }
    if can.contains(.removals) { return "The server tells which rows went, and a pull takes them." }
    return "The server does not tell of rows that went. A column that marks them does, else "
      + "reconcile finds them."
  }

  private var undelete: String {
    if can.contains(.undelete) { return "The server brings a deleted row back." }
    return can.contains(.reinsert)
      ? "This store keeps a deleted row’s last values, and inserts it again under its id."
      : "Only where a column marks deleted rows. Any other row is gone once its delete was pushed."
  }

  private var ids: String {
    can.contains(.clientIDs)
      ? "Made here, and kept." : "Given by the server when it takes the row; links go on to it."
  }

  private var requests: String {
    let size = remote.batchSize
    return size > 1 ? "Up to \(Format.number(size)) changes in one." : "One change in each."
  }

  private var files: String {
    can.contains(.files)
      ? "Uploaded and shown on the row’s page." : "The server has no place for them."
  }
}
