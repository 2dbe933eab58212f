import Localization
import Support

extension UndoPlan {
  /// A row that an action changed.
  struct RowName: Hashable {
    @UTF8Key var table: String
    @UTF8Key var id: String
  }

  /// A row that an action changed and that cannot be taken back.
  struct LeftRow {
    var name: RowName
    var reason: Reason

    enum Reason {
      /// A sentence of the store.
      case store(String)
      /// The message of the store.
      case refused(String)
      case rowOrQueueChanged
    }

    var sentence: String {
      let (id, table) = (name.id, name.table)
      return switch reason {
      case .store(let sentence): sentence
      case .refused(let message): localized("Row \(id) of \(table) cannot be undone: \(message).")
      case .rowOrQueueChanged:
        localized("Row \(id) of \(table) or its place in the queue changed since.")
      }
    }
  }
}
