import JSONKit
import Support
import SyncCore

/// A remote in front of another one of whatever kind.
///
/// What needs no request is the other's to say; here it is passed on in one place, so that no remote
/// in front loses what another kind of server knows.
protocol ForwardingRemote: AssigningRemote, ChangeFeedRemote, FileRemote, SchemaRemote {
  var target: any Remote { get }
}

extension ForwardingRemote {
  var kind: String { target.kind }
  var displayURL: String { target.displayURL }
  var capabilities: RemoteCapabilities { target.capabilities }
  var batchSize: Int { target.batchSize }
  var batchesInFlightMax: Int { target.batchesInFlightMax }
  var writeOnlyColumns: UTF8Set { target.writeOnlyColumns }
  var feed: String? { (target as? any ChangeFeedRemote)?.feed }
  var markColumn: String? { (target as? any AssigningRemote)?.markColumn }

  func describe(_ change: Change) -> RequestDescription { target.describe(change) }

  func learn(_ columns: [RemoteColumn], of table: String) { target.learn(columns, of: table) }

  func learn(batchSize: Int) { target.learn(batchSize: batchSize) }

  func mayRepeat(version: String) -> Bool { target.mayRepeat(version: version) }

  func newID(for table: String, uuid: String) -> String { target.newID(for: table, uuid: uuid) }

  func mapReferences(
    in values: JSONObject, _ newID: (RowReference) throws -> String?
  ) rethrows -> JSONObject {
    guard let target = target as? any AssigningRemote else { return values }
    return try target.mapReferences(in: values, newID)
  }

  func localID(of record: Record) -> String? {
    (target as? any AssigningRemote)?.localID(of: record)
  }
}
