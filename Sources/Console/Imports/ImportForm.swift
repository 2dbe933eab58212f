import HTTPKit
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

  /// The longest text that the form shows again.
  static let shownBytesMax = 512 << 10

  init() {}

  init(_ request: HTTPRequest) throws {
    if let upload = request.upload {
      try self.init(mode: upload["mode"], adds: upload["columns"] != nil)
      // A file counts more than what is left in the box.
      let pasted = upload.parts?.first { $0.name == "text" && $0.fileName == nil }
      let file = upload.file("file")
      name(file?.fileName)
      if let part = file ?? pasted { body = .file(upload.file, part.range) }
    } else if let form = MultipartForm(request) {
      try self.init(mode: form["mode"], adds: form["columns"] != nil)
      let file = form.file("file")
      name(file?.fileName)
      body = .memory(file?.bytes ?? Array((form["text"] ?? "").utf8))
    } else {
      let items = try request.form()
      try self.init(mode: items["mode"], adds: items["columns"] != nil)
      body = .memory(Array((items["text"] ?? "").utf8))
    }
    zone = PageZone.current
  }

  /// - Parameter mode: Nil to add new rows.
  init(mode: String?, adds: Bool) throws(HTTPError) {
    if let mode {
      guard let known = ImportPlan.Mode(rawValue: mode) else {
        throw HTTPError(
          400,
          "Unknown mode “\(mode)”. Use insert, update or upsert. Nothing was changed.")
      }
      self.mode = known
    }
    addsColumns = adds
  }

  /// The rows from their beginning on, without those that are left out.
  var source: ImportSource {
    get throws(ImportSource.Unreadable) {
      var source = try ImportSource(body, takesExports: takesExports)
      source.leftOut = leftOutRows
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
    guard body.count > 0 else { return form }
    let name = fileName.isEmpty ? "Pasted rows" : fileName
    if body.count > Self.shownBytesMax {
      form.fileToChooseAgain = "\(name): too large to show below."
    } else if let shown {
      form.text = shown
    } else {
      form.fileToChooseAgain = "\(name): not UTF-8 text, so it cannot be shown below."
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
