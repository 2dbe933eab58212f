import JSONKit
import Localization
import SyncCore
import TemplateKit

/// The files of a row, with a form to put another in the place of each.
struct RowFilesView {
  /// Where they stand on the row's page.
  static let anchor = "h-files"

  let store: String
  let table: String
  let record: Record
  let columns: [Column]
  /// The content that an upload is bound to.
  let fingerprint: RowFingerprint
  let isEditable: Bool

  /// Fills FILES, which shows nothing where the row has no column for files.
  func add(to values: inout TemplateDictionary) {
    let files = columns.filter { $0.type == .file && !$0.isSystem }
    guard !files.isEmpty else { return values.add("FILES", list: []) }
    var part = TemplateDictionary()
    part.add("FILE", list: files.enumerated().map { file($0.element.name, $0.offset) })
    values.add("FILES", part)
  }

  private func file(_ column: String, _ index: Int) -> TemplateDictionary {
    let file = FileView(
      record.value(column), column: column, of: record.id, table, store)
    var values: TemplateDictionary = ["COLUMN": column]
    values.add("PRESENT", list: file.map { [$0.dictionary] } ?? [])
    values.show("NONE", if: file == nil)
    let queued = QueuedFileReference(record.value(column))
    values.add("QUEUED", list: queued.map { [["SIZE": Format.bytes($0.size)]] } ?? [])
    values.add(
      "UPLOAD",
      list: isEditable
        ? [
          [
            "ACTION": Links.file(store, table, record.id, column), "INPUT_ID": "file-\(index)",
            "COLUMN": column, "STATE": fingerprint.rawValue,
            "LABEL": file == nil ? localized("Upload") : localized("Replace file"),
          ]
        ] : [])
    return values
  }
}
