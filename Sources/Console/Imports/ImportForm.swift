import HTTPKit
import Localization
import Support
import SyncCore

/// What the import's form was sent with.
struct ImportForm: Sendable {
  /// What stands in the box.
  var text = ""
  var fileName = ""
  var body = ImportBytes.memory([])
  var mode = ImportPlan.Mode.insert
  var addsColumns = false
  /// The column that rows are matched by.
  var key = "id"
  var mapping = ColumnMapping()
  var corrections = ImportCorrections()
  /// In which times without an offset are read.
  var zone = PageZone()
  /// False for the rows of a program, whose columns may have any names.
  var takesExports = true
  /// Of rows that are left out, what is wrong with them, in their order.
  var leftOut: [ImportPlan.Mistake] = []
  /// Why the rows cannot be read; nil when they can.
  var mistake: String?
  /// What the box can't show, and why, so that the file has to be chosen again.
  var fileToChooseAgain: String?
  /// The draft whose rows are taken when none are sent.
  var keptDraft: String?

  /// The longest text that the form shows again.
  static let shownBytesMax = 512 << 10

  init() {}

  init(_ request: HTTPRequest) throws {
    if let upload = request.upload {
      try self.init(mode: upload["mode"], adds: upload["columns"] != nil)
      keptDraft = upload["draft"]
      // A file counts more than what is left in the box.
      let pasted = upload.parts?.first { $0.name == "text" && $0.fileName == nil }
      let file = upload.file("file")
      name(file?.fileName)
      if let part = file ?? pasted { body = .file(upload.file, part.range) }
    } else if let form = MultipartForm(request) {
      try self.init(mode: form["mode"], adds: form["columns"] != nil)
      keptDraft = form["draft"]
      let file = form.file("file")
      name(file?.fileName)
      body = .memory(file?.bytes ?? Array((form["text"] ?? "").utf8))
    } else {
      let items = try request.form()
      try self.init(mode: items["mode"], adds: items["columns"] != nil)
      keptDraft = items["draft"]
      body = .memory(Array((items["text"] ?? "").utf8))
    }
    zone = PageZone.current
  }

  /// - Parameter mode: Nil to add new rows.
  init(mode: String?, adds: Bool) throws(HTTPError) {
    if let mode { self.mode = try ImportPlan.Mode(named: mode) }
    addsColumns = adds
  }

  /// Takes the rows of another draft; only for a form that came without any.
  mutating func take(rowsOf draft: ImportForm) {
    guard body.count == 0 else { return }
    (body, fileName) = (draft.body, draft.fileName)
  }

  /// Takes what was chosen anew for the same rows; those that were skipped are looked at again.
  mutating func take(_ choices: ImportChoices) {
    mode = choices.mode ?? mode
    key = choices.key ?? key
    mapping.targets.merge(choices.mapping.targets) { $1 }
    corrections.merge(choices.corrections)
    leftOut = []
  }

  /// The rows from their beginning on, without those that are left out.
  var source: ImportSource {
    get throws(ImportSource.Unreadable) {
      var source = try ImportSource(body, takesExports: takesExports)
      source.leftOut = leftOutRows
      source.corrections = corrections
      return source
    }
  }

  /// Their lines or items.
  var leftOutRows: Set<Int> { Set(leftOut.map(\.number)) }

  private mutating func name(_ file: String?) { fileName = String((file ?? "").prefix(100)) }

  /// The form with what was sent with it, pasted or as a file, in its box.
  var again: ImportForm {
    var form = self
    form.leftOut = []
    form.keptDraft = nil
    guard body.count > 0 else { return form }
    let name = fileName.isEmpty ? localized("Pasted rows") : fileName
    if body.count > Self.shownBytesMax {
      form.fileToChooseAgain = localized("\(name): too large to show below.")
    } else if let shown {
      form.text = shown
    } else {
      form.fileToChooseAgain = localized(
        "\(name): not UTF-8 text, so it cannot be shown below.")
    }
    return form
  }

  /// What was sent as text; nil when it is none.
  private var shown: String? {
    let bytes: [UInt8]
    switch body {
    case .memory(let all): bytes = all
    case .file(let file, let range):
      guard let read = try? file.read(at: range.lowerBound, limit: range.count) else { return nil }
      bytes = read
    }
    guard let text = String(validating: bytes, as: UTF8.self), !bytes.contains(0) else {
      return nil
    }
    return text
  }
}

extension ImportPlan.Mode {
  /// Refuses any other name.
  init(named name: String) throws(HTTPError) {
    guard let known = ImportPlan.Mode(rawValue: name) else {
      throw HTTPError(
        400,
        localized("Unknown mode “\(name)”. Use insert, update or upsert. Nothing was changed."))
    }
    self = known
  }
}
