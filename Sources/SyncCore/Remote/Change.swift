package import JSONKit

/// One write to the server.
package struct Change: Sendable, Hashable {
  package var kind: OperationKind
  package var table: String
  package var id: String
  /// Every column for an insert, the changed columns for an update, empty otherwise.
  package var values: JSONObject
  /// All values the row will have, for remotes that can only replace whole rows.
  package var allValues: JSONObject
  /// The version that this change was made on; nil writes without a check.
  package var version: String?
  /// What goes out beside ``values`` of columns that the server never gives back; a remote gets it
  /// as part of them.
  var secrets = JSONObject()
  /// ``values`` as the server's row shows them; nil where it shows them as they are.
  private var shown: JSONObject?

  /// What the server's row holds once it has the change.
  var expectedValues: JSONObject { shown ?? values }

  /// The change with what `remote` makes of its values.
  func expected(by remote: any Remote) -> Change {
    var change = self
    let shown = remote.shownValues(of: self)
    change.shown = shown == values ? nil : shown
    return change
  }

  /// The change as it is sent.
  package var complete: Change {
    var complete = self
    complete.secrets = JSONObject()
    for (name, value) in secrets {
      complete.values[name] = value
      complete.allValues[name] = value
    }
    return complete
  }

  package init(
    _ kind: OperationKind, table: String, id: String, values: JSONObject = JSONObject(),
    allValues: JSONObject = JSONObject(), version: String? = nil
  ) {
    self.kind = kind
    self.table = table
    self.id = id
    self.values = values
    self.allValues = allValues
    self.version = version
  }
}

/// Kinds 0 to 2 as in the Azure Mobile Apps SDKs, 3 is ours.
public enum OperationKind: Int, Sendable, Hashable, CaseIterable {
  /// Adds the row.
  case insert = 0
  /// Sets the changed columns of the row.
  case update = 1
  /// Deletes the row, as its table deletes rows.
  case delete = 2
  /// Brings the deleted row back.
  case undelete = 3

  /// `insert`, `update`, `delete` or `undelete`.
  package var name: String { "\(self)" }
}
