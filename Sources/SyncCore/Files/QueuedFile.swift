package import JSONKit
internal import Support

/// A file that is kept in the store until a push uploads it.
package struct QueuedFile: Sendable, Hashable {
  package var name: String
  package var contentType: String
  package var bytes: [UInt8]
}

/// The queued files would exceed ``SyncContext/queuedFileBytesMax``.
package struct QueuedFilesFull: Error {}

/// The value of a file column until its file is uploaded.
package struct QueuedFileReference: Sendable, Hashable {
  private static let kind = "queuedFile"

  let key: String
  package let name: String
  package let size: Int

  init(key: String, name: String, size: Int) {
    self.key = key
    self.name = name
    self.size = size
  }

  /// Nil for any other value.
  package init?(_ value: JSONValue) {
    guard case .object = value, value["syncline"]?.string == Self.kind,
      let key = value["key"]?.string, let name = value["name"]?.string,
      let size = value["size"]?.integer
    else { return nil }
    self.init(key: key, name: name, size: Int(size))
  }

  package var value: JSONValue {
    [
      "syncline": .string(Self.kind), "key": .string(key), "name": .string(name),
      "size": .integer(Int64(size)),
    ]
  }
}

extension Change {
  /// The change without the columns whose files are not uploaded yet.
  var withoutQueuedFiles: Change {
    var change = self
    for (column, _) in values.queuedFiles { change.values[column] = nil }
    for (column, _) in allValues.queuedFiles { change.allValues[column] = nil }
    return change
  }
}

extension JSONObject {
  /// The files among the values that are not uploaded yet, with their columns.
  var queuedFiles: [(column: String, file: QueuedFileReference)] {
    compactMap { name, value in QueuedFileReference(value).map { (name, $0) } }
  }
}
