import Localization
import SyncCore
import TemplateKit

/// What a store's server can do and what it can't, for people.
struct RemoteDescription {
  let remote: any Remote

  private var can: RemoteCapabilities { remote.capabilities }

  var facts: [TemplateDictionary] {
    [
      (localized("Conflict detection"), conflicts), (localized("Pull"), pull),
      (localized("Deleted rows"), deletions), (localized("Undelete"), undelete),
      (localized("Ids of new rows"), ids), (localized("Requests"), requests),
      (localized("Files"), files),
    ].map { ["NAME": $0.0, "TEXT": $0.1] }
  }

  private var conflicts: String {
    guard can.contains(.versionedWrites) else {
      return localized("None. The last write wins.")
    }
    return can.contains(.checkedWrites)
      ? localized("Yes. The server rejects a change if the row has changed since it was read.")
      : localized(
        "Partial. The row’s version is compared before a change is sent, but the server does not "
          + "check it: a write in between is overwritten in the columns changed here.")
  }

  private var pull: String {
    let feeds = (remote as? any ChangeFeedRemote)?.feeds ?? []
    let names = feeds.map(\.name).joinedAsList()
    if feeds.count == 1 { return localized("One change feed for all tables (\(names)).") }
    if feeds.count > 1 {
      return localized("One change feed for the tables of each zone (\(names)).")
    }
    return can.contains(.incrementalPull)
      ? localized("Changes since the last pull, table by table.") : localized("Each table in full.")
  }

  private var deletions: String {
    if can.contains(.tombstones) {
      return localized("Soft delete. Deleted rows stay on the server and are included in pulls.")
    }
    if can.contains(.removals) {
      return localized("The server reports deleted rows, and pulls remove them.")
    }
    return localized(
      "The server does not report deleted rows. Use a column that marks them, or reconcile.")
  }

  private var undelete: String {
    if can.contains(.undelete) { return localized("Yes, on the server.") }
    return can.contains(.reinsert)
      ? localized("Yes, by inserting the last values again with the same id.")
      : localized(
        "Only in tables with a column that marks deleted rows. Other rows cannot be restored once "
          + "their delete is pushed.")
  }

  private var ids: String {
    can.contains(.clientIDs)
      ? localized("Created in this store.")
      : localized("Assigned by the server on insert; old links keep working.")
  }

  private var requests: String {
    let size = remote.batchSize
    return size > 1
      ? localized("Batches of up to \(Format.number(size)) changes.")
      : localized("One change per request.")
  }

  private var files: String {
    can.contains(.files)
      ? localized("Uploaded and shown on the row’s page.") : localized("Not supported.")
  }
}
