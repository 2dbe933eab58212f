import JSONKit
import SyncCore
import TemplateKit

/// The files of a row, with a form to put another in the place of each.
struct RowFilesView {
  let store: String
  let table: String
  let record: Record
  let columns: [Column]
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
    let link = Links.file(store, table, record.id, column)
    let name = FileName.of(record.value(column))
    var values: TemplateDictionary = ["COLUMN": column]
    let isPicture = name.map(Self.mayBePicture) ?? false
    values.add("PRESENT", list: name.map { [["NAME": $0, "LINK": link, "COLUMN": column]] } ?? [])
    values.add("PICTURE", list: isPicture ? [["LINK": link, "COLUMN": column]] : [])
    values.show("NONE", if: name == nil)
    values.add(
      "UPLOAD",
      list: isEditable
        ? [
          [
            "ACTION": link, "INPUT_ID": "file-\(index)", "COLUMN": column,
            "STATE": fingerprint.rawValue,
            "LABEL": name == nil ? "Upload" : "Upload in its place",
          ]
        ] : [])
    return values
  }

  /// By its ending, so that no page has to fetch a file to know; what comes is looked at anyway.
  private static func mayBePicture(_ name: String) -> Bool {
    let folded = name.lowercased()
    return [".png", ".jpg", ".jpeg", ".gif", ".webp"].contains { folded.hasSuffix($0) }
  }
}
