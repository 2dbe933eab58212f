import JSONKit
import Localization
import Support
import SyncCore
import SyncInspection
import TemplateKit

/// What an edit of a column would do, found out by doing it and taking it back.
struct BulkEditPreview: Sendable {
  /// Rows that are shown, of those that change and of those that are left out.
  static let shownMax = 20

  let edit: ColumnEdit
  let outcome: BulkOutcome
  /// The newest change before: rows that change later are left out.
  let seen: Int64
  /// The first rows that change, as they are now.
  let rows: [ListedRow]
  /// Of those that change, the rows that have something in the queue already.
  let waiting: Int
  let table: String
  let name: RowTitle
  /// The rows that the column refers to; nil for a column of any other kind.
  let references: ReferenceResolver?
  /// Names of the rows that shown values refer to, by id.
  let names: UTF8Dictionary<String>
  /// Rows whose reference would be broken.
  let brokenCount: Int
  /// The first value that would be a broken reference.
  let broken: String?
  private let count: Int

  init(
    _ edit: ColumnEdit, _ ids: [String], _ actions: RowActions,
    references: ReferenceResolver? = nil
  ) async throws {
    let sync = actions.store.sync
    self.edit = edit
    count = ids.count
    table = actions.table
    seen = try await sync.newestChange()
    outcome = try await actions.rows.edit(edit, ids: ids, seen: seen, rehearsing: true)
    waiting = try await sync.waiting(table, outcome.edited.map(\.id)).rows
    name = RowTitle(columns: try await actions.store.columns(of: table))
    self.references = references
    let values = outcome.edited.prefix(Self.shownMax).flatMap { [$0.before, $0.after] }
    names = try await references?.names(of: values.compactMap(\.string)) ?? [:]
    (broken, brokenCount) = try await Self.broken(by: outcome, references)
    let (table, shown) = (table, outcome.edited.prefix(Self.shownMax).map(\.id))
    rows = try await ValueMasking.forAnswer {
      var rows: [ListedRow] = []
      for id in shown {
        guard let row = try await sync.row(table, id) else { continue }
        rows.append(ListedRow(record: row.record, state: row.state, deleted: row.deleted))
      }
      return rows
    }
  }

  /// The first value that no row has as its id, and how many rows would get such a value.
  private static func broken(
    by outcome: BulkOutcome, _ references: ReferenceResolver?
  ) async throws -> (String?, Int) {
    guard let references else { return (nil, 0) }
    let values = outcome.edited.compactMap { $0.after.string }.filter { !$0.isEmpty }
    let known = try await references.names(of: values.unique)
    let broken = values.filter { known[$0] == nil }
    return (broken.first, broken.count)
  }

  /// Rows that need no change.
  var unchanged: Int { count - outcome.changed - outcome.problems.count }

  var summary: String {
    let (changed, rows) = (Format.number(outcome.changed), Format.count(count, "row"))
    return outcome.changed == 1
      ? localized("\(changed) of \(rows) changes") : localized("\(changed) of \(rows) change")
  }

  var facts: [(name: String, text: String)] {
    var facts = [(localized("Will change"), Format.count(outcome.changed, "row"))]
    if unchanged > 0 {
      let rows = Format.count(unchanged, "row")
      facts.append((edit.soAlready, localized("\(rows), not changed")))
    }
    if !outcome.problems.isEmpty {
      facts.append((localized("Skipped"), Format.count(outcome.problems.count, "row")))
    }
    if waiting > 0 {
      let rows = Format.count(waiting, "row")
      facts.append((localized("Not sent yet"), localized("\(rows) with unsent changes")))
    }
    if outcome.changed > 0 {
      facts.append((localized("On the server"), localized("changed by the next push")))
    }
    return facts
  }

  /// What is said of references to rows that do not exist; nil where there are none.
  var brokenWarning: TemplateDictionary? {
    guard let references, let broken else { return nil }
    let rows = Format.count(brokenCount, "row")
    return [
      "HEADLINE": "\(references.missing(broken)).",
      "TEXT": brokenCount == 1
        ? localized("The reference of \(rows) will be broken.")
        : localized("The references of \(rows) will be broken."),
    ]
  }

  var wayBack: String {
    let most = Format.bytes(BulkOutcome.editedBytesMax)
    return outcome.keepsEdited
      ? localized("You can undo this until the rows change again.")
      : localized("This cannot be undone: the values hold more than \(most).")
  }
}
