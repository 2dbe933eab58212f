package import JSONKit
package import Support
package import SyncCore

extension JSONObject {
  /// Reads the cursor of a page.
  ///
  /// - Parameter restart: What a person does about a cursor that this remote did not make.
  package init(cursor text: String, restart: String = "Start the pull anew.") throws(RemoteError) {
    guard let object = (try? JSONValue(parsing: text))?.object else {
      throw .foreignCursor(restart: restart)
    }
    self = object
  }

  package func moment(_ name: String) -> Timestamp? {
    self[name]?.integer.map { Timestamp(ticks: $0) }
  }
}

extension RemoteError {
  package static func foreignCursor(restart: String = "Start the pull anew.") -> RemoteError {
    .malformed(detail: "The mark of the next page is not one that this remote made. \(restart)")
  }
}
