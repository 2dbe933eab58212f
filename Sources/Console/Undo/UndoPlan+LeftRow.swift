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
      /// What happened to the row since, as a sentence of its own.
      case store(String)
      /// Why the store refused the change, for the end of a sentence.
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
