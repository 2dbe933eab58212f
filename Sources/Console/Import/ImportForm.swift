import ConsoleData
import HTTPKit
import JSONKit
import SyncCore

/// What the import's form was sent with.
struct ImportForm: Sendable {
  var text = ""
  var fileName = ""
  var body: [UInt8] = []
  var mode = ImportPlan.Mode.insert
  var addsColumns = false
  /// Why the rows cannot be read; nil when they can.
  var mistake: String?
  /// The file whose rows are too many for the box, or no text, so that it has to be chosen again.
  var fileToChooseAgain: String?

  /// The longest text that the form shows again.
  static let shownBytesMax = 512 << 10

  private static let withColumns = "+columns"

  init() {}

  init(_ request: HTTPRequest) throws {
    guard let form = MultipartForm(request) else {
      let items = try request.form()
      self.init(text: items["text"] ?? "", mode: items["mode"], adds: items["columns"] != nil)
      return
    }
    self.init(text: form["text"] ?? "", mode: form["mode"], adds: form["columns"] != nil)
    // A file counts more than what is left in the box.
    guard let file = form.file("file") else { return }
    fileName = String((file.fileName ?? "").prefix(100))
    body = file.bytes
  }

  private init(text: String, mode: String?, adds: Bool) {
    self.text = text
    body = Array(text.utf8)
    self.mode = mode.flatMap(ImportPlan.Mode.init(rawValue:)) ?? .insert
    addsColumns = adds
  }

  init(_ draft: ImportDraft) {
    addsColumns = draft.mode.hasSuffix(Self.withColumns)
    let name = addsColumns ? draft.mode.dropLast(Self.withColumns.count) : draft.mode[...]
    mode = ImportPlan.Mode(rawValue: String(name)) ?? .insert
    fileName = draft.source
    body = draft.body
  }

  /// The form with what was sent with it, pasted or as a file, in its box.
  var again: ImportForm {
    var form = self
    guard !body.isEmpty else { return form }
    if body.count <= Self.shownBytesMax, let text = String(validating: body, as: UTF8.self),
      !text.utf8.contains(0)
    {
      form.text = text
    } else {
      form.text = ""
      form.fileToChooseAgain = fileName.isEmpty ? "The rows that you pasted" : fileName
    }
    return form
  }

  /// How a draft keeps the choices.
  var stored: String { mode.rawValue + (addsColumns ? Self.withColumns : "") }
}

/// What an import would do, or did.
struct ImportRehearsal: Sendable {
  /// The file's name; empty for what was pasted.
  let name: String
  let plan: ImportPlan
  let changes: [RowChange]
  var outcome: ChangeOutcome
  /// The audit entry that takes it back, once it is done.
  var entry: Int64?

  var canBeWritten: Bool { plan.mistakes.isEmpty }

  private var new: Int { outcome.applied.count { $0.kind == .insert } }
  private var unchanged: Int { outcome.applied.count(where: \.isUnchanged) }
  private var changed: Int { outcome.applied.count - new - unchanged }

  /// `1,000 new, 200 changed, 3 the same already`.
  var summary: String {
    let parts = [(new, "new"), (changed, "changed"), (unchanged, "the same already")]
    let words = parts.filter { $0.0 > 0 }.map { "\(Console.Format.number($0.0)) \($0.1)" }
    return words.isEmpty ? "no row" : words.joined(separator: ", ")
  }

  /// What the button does.
  var verb: String {
    let count = new + changed
    return count == 0 ? "Finish, nothing to change" : "Import \(Console.Format.count(count, "row"))"
  }

  var json: JSONValue {
    [
      "format": .string(plan.source.format.rawValue), "rows": .integer(Int64(plan.rows.count)),
      "new": .integer(Int64(new)), "changed": .integer(Int64(changed)),
      "unchanged": .integer(Int64(unchanged)), "entry": entry.map { .integer($0) } ?? .null,
      "unknownColumns": .array(plan.unknownColumns.map { .string($0) }),
      "problems": .array(
        plan.mistakes.map { mistake in
          [
            "line": .integer(Int64(mistake.number)), "column": JSONValue(mistake.column),
            "message": .string(mistake.sentence),
          ]
        }),
    ]
  }
}
