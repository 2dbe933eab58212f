import HTTPKit
import JSONKit
import Localization
import Support
import SyncCore
import SyncInspection

/// What a bulk action affects beside the selected rows: pending changes, references, rows never
/// pushed.
struct BulkImpact {
  let action: BulkAction
  let ids: [String]
  let actions: RowActions
  /// How many of the rows a deletion takes away altogether, for they were never sent.
  let neverSent: Int

  init(_ action: BulkAction, _ ids: [String], _ actions: RowActions) async throws {
    self.action = action
    self.ids = ids
    self.actions = actions
    let takesAway =
      action == .hardDelete
      || action == .delete && actions.store.softDelete(of: actions.table).column == nil
    neverSent = takesAway ? try await actions.store.sync.neverSent(actions.table, ids) : 0
  }

  /// What happens to the data, in sentences.
  var consequence: String {
    guard neverSent < ids.count else { return NeverSentText.allGo(ids.count) }
    let usual = action.consequence
    return neverSent == 0 ? usual : [usual, NeverSentText.someGo(neverSent)].joinedAsSentences()
  }

  /// What can be taken back, as sentences.
  var wayBack: String {
    let most = action == .retry || action == .cancel ? QueueDecision.keptMax : RowActions.undoMax
    if ids.count <= most { return localized("You can undo this until the rows change again.") }
    let tooMany = localized("This cannot be undone: more than \(Format.number(most)) rows.")
    return neverSent == 0
      ? tooMany
      : tooMany + sentenceSpace + localized("Of rows that were never sent, only the history stays.")
  }

  func facts() async throws -> [(name: String, text: String)] {
    var facts = [onTheServer]
    let waiting = try await actions.store.sync.waiting(actions.table, ids).rows - neverSent
    if neverSent > 0 { facts.append((localized("Never sent"), Format.count(neverSent, "row"))) }
    if waiting > 0 {
      let rows = Format.count(waiting, "row")
      facts.append((localized("Not sent yet"), localized("\(rows) with unsent changes")))
    }
    if action.removes { facts.append(try await Self.namedBy(ids, actions)) }
    return facts
  }

  private var onTheServer: (name: String, text: String) {
    let rows = Format.count(ids.count - neverSent, "row")
    let text =
      switch neverSent {
      case 0: localized("changed by the next push")
      case ids.count: localized("not affected: never sent")
      default: localized("\(rows) changed by the next push")
      }
    return (localized("On the server"), text)
  }

  /// Rows of other tables that name those which go.
  static func namedBy(
    _ ids: [String], _ actions: RowActions
  ) async throws -> (name: String, text: String) {
    let rows = words(
      of: try await actions.store.sync.referencingRows(on: actions.table, ids))
    return (
      localized("Referenced by"),
      rows.isEmpty
        ? localized("no known rows") : localized("\(rows); their references will be broken")
    )
  }

  /// What the message of a delete says of the rows that name those deleted; empty where none does.
  static func brokenReferences(_ references: [ReferencingRows]) -> String {
    let rows = words(of: references)
    return rows.isEmpty ? "" : sentenceSpace + localized("Still referenced by \(rows).")
  }

  private static func words(of references: [ReferencingRows]) -> String {
    references.map { found in
      let count = Format.count(found.count.value, "row")
      return found.count.exact
        ? localized("\(count) of \(found.table) in \(found.column)")
        : localized("more than \(count) of \(found.table) in \(found.column)")
    }.joinedAsList()
  }
}

extension ReferencingRows {
  /// An address with more ids could be too long.
  private static let linkedMax = 50

  /// Leads to the rows that name one of the rows `ids`, deleted ones too, as they are counted; nil
  /// where no list can be filtered by so many.
  func step(to ids: [String], _ actions: RowActions) async throws -> NextStep? {
    let columns = try await actions.store.columns(of: table)
    let isPointer = columns.first { $0.name === column }?.type == .json
    guard ids.count == 1 || (!isPointer && ids.count <= Self.linkedMax) else { return nil }
    let op: FilterOperator = isPointer ? .contains : ids.count == 1 ? .equals : .in
    let value = ids.count == 1 ? ids[0] : JSONValue.array(ids.map { .string($0) }).serializedText
    return NextStep(
      localized("Show references"),
      Links.with(
        Links.rows(actions.store.name, table),
        QueryItems([.init("view", "all"), .init(RowListRequest.parameter(column, op), value)])))
  }
}
