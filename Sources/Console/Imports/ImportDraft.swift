import Localization
import Support
import SyncCore

/// Rows that somebody pasted or uploaded, from their arrival until they are written or dropped.
final class ImportDraft: Sendable {
  /// How far it is.
  enum Stage: BackgroundStage {
    /// Being read; so many bytes were.
    case reading(Int)
    case unreadable(String)
    case ready(ImportPreview)
    /// Being written; so many rows are.
    case writing(Int, of: ImportPreview)
    case takingBack(ImportPreview)
    case over(ImportEnding, of: ImportPreview)

    var isSettled: Bool {
      switch self {
      case .reading, .writing, .takingBack: false
      case .unreadable, .ready, .over: true
      }
    }

    /// What was found out about the rows; nil before that.
    var preview: ImportPreview? {
      switch self {
      case .reading, .unreadable: nil
      case .ready(let preview), .writing(_, let preview), .takingBack(let preview),
        .over(_, let preview):
        preview
      }
    }
  }

  private struct State: Sendable {
    var form: ImportForm
    var stage = Stage.reading(0)
    var work: Task<Void, Never>?
    var isToBeTakenBack = false
  }

  /// Random, so that nobody comes upon another's.
  let id: String
  let owner: String
  let store: String
  let table: String
  let at: Timestamp
  private let state: Locked<State>

  init(
    id: String, owner: String, store: String, table: String, form: ImportForm, at: Timestamp
  ) {
    self.id = id
    self.owner = owner
    self.store = store
    self.table = table
    self.at = at
    state = Locked(State(form: form))
  }

  var form: ImportForm { state.withLock { $0.form } }
  var stage: Stage { state.withLock { $0.stage } }

  /// Rows that cannot be imported, as far as they are known.
  var invalidRows: InvalidRows? {
    state.withLock { state in
      guard let preview = state.stage.preview, !preview.invalid.isEmpty else { return nil }
      return InvalidRows(state.form, preview.plan, preview.invalid)
    }
  }

  /// Skips the invalid rows of the preview, unless that is not, or not any more, what was shown.
  func skipInvalid(asOf look: Int) {
    state.withLock { state in
      guard case .ready(var preview) = state.stage, preview.canSkipInvalid, preview.look == look
      else { return }
      preview.skipInvalid()
      state.form.leftOut = preview.leftOut
      state.stage = .ready(preview)
    }
  }

  /// Imports the same rows in another way.
  ///
  /// - Returns: False when the preview is not, or not any more, the one that was shown.
  func choose(_ choices: ImportChoices, asOf look: Int) -> Bool {
    state.withLock { state in
      guard case .ready(let preview) = state.stage, preview.look == look else { return false }
      state.form.take(choices)
      state.stage = .reading(0)
      return true
    }
  }

  /// True when somebody asked for the rows not to be written after all.
  var isToBeTakenBack: Bool { state.withLock { $0.isToBeTakenBack } }

  func enter(_ stage: Stage) { state.withLock { $0.stage = stage } }

  /// How far the work is, unless something else came in between.
  func advance(to count: Int) {
    state.withLock { state in
      switch state.stage {
      case .reading: state.stage = .reading(count)
      case .writing(_, let preview): state.stage = .writing(count, of: preview)
      case .unreadable, .ready, .takingBack, .over: break
      }
    }
  }

  /// Begins to write what was previewed; nil when that is not, or not any more, to be done.
  ///
  /// - Parameter skippingInvalid: Writes the valid rows also when others are invalid.
  func beginWriting(asOf look: Int, skippingInvalid: Bool) -> ImportPreview? {
    state.withLock { state in
      guard case .ready(var preview) = state.stage, preview.look == look else { return nil }
      if skippingInvalid, preview.canSkipInvalid {
        preview.skipInvalid()
        state.form.leftOut = preview.leftOut
      }
      guard preview.canBeWritten else { return nil }
      state.stage = .writing(0, of: preview)
      return preview
    }
  }

  /// Does `work` in the background.
  func work(_ work: @escaping @Sendable () async -> Void) {
    state.withLock { $0.work = Task { await work() } }
  }

  /// Ends the work that is under way; what is written already is taken back.
  func takeBack() {
    let work = state.withLock { state in
      guard case .writing(_, let preview) = state.stage else { return state.work }
      state.stage = .takingBack(preview)
      state.isToBeTakenBack = true
      return state.work
    }
    work?.cancel()
  }

  /// Ends the work that is under way, and waits for its end.
  func stop() async {
    let work = state.withLock { $0.work }
    work?.cancel()
    await work?.value
  }

  /// Waits until there is something to show.
  func settle(within time: Duration) async -> Stage {
    await Stage.settle(stage, within: time)
  }
}

/// What came of writing an import.
struct ImportEnding: Sendable {
  enum Kind: Sendable {
    case done
    /// Something else would have been done than was shown; nothing was left written.
    case differs
    /// Nothing was left written.
    case takenBack(String)
    /// A part is written; the audit takes it back.
    case brokenOff(String)
  }

  var kind: Kind
  var counts = ImportCounts()
  /// Rows that were written and not taken back.
  var written = 0
  /// The audit entry that takes it back.
  var entry: Int64?
  /// What becomes of the rows next.
  var next = ""
  /// What kept a file from being written.
  var problem: StorageProblem?

  /// The answer where that is why it ended; nil where it ended otherwise.
  var storageError: StorageErrorResponse? {
    problem.map { StorageErrorResponse(problem: $0, consequence: rest) }
  }

  /// What is left of it, and how that is removed.
  var rest: String {
    guard written > 0 else { return localized("Nothing was imported.") }
    let rows = Format.count(written, "row")
    return entry.map { entry in
      localized("\(rows) imported; undo audit entry \(entry) to remove them.")
    }
      ?? localized(
        "\(rows) imported; the audit log has an entry that removes them as soon as it can be "
          + "written.")
  }
}
