import HTTPKit
import Localization
import Support

/// Imports between their upload and their end, with the room that their files take.
///
/// The files are this program's alone: they go with their drafts, and when it stops or starts.
final class ImportSessions: Sendable {
  /// Drafts of one owner; the oldest goes when a further one comes.
  static let draftsMax = 5
  /// A draft that nobody confirmed is dropped after this long.
  static let milliseconds: Int64 = 3_600_000
  /// What one upload may hold, and room for the form around it.
  static let uploadBytesMax = 64_000_000
  static let formBytesMax = 64 << 10
  /// Of so many imports it is remembered how they ended, for those who come back to one.
  static let endingsMax = 64
  /// What the uploads of one owner, and of all, may take on the disk.
  static let ownerBytesMax = 3 * uploadBytesMax
  static let allBytesMax = 8 * uploadBytesMax

  fileprivate struct Held: Sendable {
    weak var file: ScratchFile?
    var owner: String
    /// What was announced, for as long as it still comes.
    var bytes: Int
  }

  fileprivate struct State: Sendable {
    var drafts: [ImportDraft] = []
    var held: [Held] = []
    var endings: [(id: String, owner: String, ending: ImportEnding)] = []
    var isStopping = false
  }

  private let directory: String?
  private let random: RandomSource
  private let state = Locked(State())
  /// Imports that broke off and whose audit entry could not be written yet.
  let unnoted = Locked<[UnnotedImport]>([])

  /// - Parameter directory: Where uploads are kept; nil where none come.
  init(directory: String?, random: RandomSource) {
    self.directory = directory
    self.random = random
  }

  /// Creates the folder, or removes what a program that was killed has left in it.
  func prepare() throws(FileError) {
    guard let directory else { return }
    try Files.createDirectory(directory)
    for name in try Files.list(below: directory) where name.hasSuffix(ScratchFile.ending) {
      try Files.remove("\(directory)/\(name)")
    }
  }

  // MARK: - Room

  /// A file for an upload that is about to come; throws when there is no room for it.
  ///
  /// - Parameter announced: Its length; nil when that is not known.
  func file(of owner: String, announced: Int?, now: Timestamp) throws -> ScratchFile {
    guard let directory else { throw ImportRefusal.notHere }
    let bytes = announced ?? Self.uploadBytesMax
    sweep(now)
    var dropped: [ImportDraft] = []
    let refusal: ConsoleError? = state.withLock { state in
      if state.isStopping { return ImportRefusal.stopping }
      while state.taken(by: owner) + bytes > Self.ownerBytesMax,
        let oldest = state.drafts.firstIndex(where: { $0.owner === owner && $0.stage.isSettled })
      {
        let draft = state.drafts.remove(at: oldest)
        dropped.append(draft)
        state.forget(draft)
      }
      if state.taken(by: owner) + bytes > Self.ownerBytesMax { return ImportRefusal.ownerIsFull }
      if state.taken() + bytes > Self.allBytesMax { return ImportRefusal.allIsFull }
      return nil
    }
    if let refusal { throw refusal }
    let file = try ScratchFile(in: directory, random: random)
    state.withLock { $0.held.append(Held(file: file, owner: owner, bytes: bytes)) }
    return file
  }

  // MARK: - Drafts

  func add(_ draft: ImportDraft) {
    let old = state.withLock { state in
      state.drafts.append(draft)
      let own = state.drafts.filter { $0.owner === draft.owner }
      let old = own.dropLast(Self.draftsMax).filter(\.stage.isSettled)
      state.drafts.removeAll { draft in old.contains { $0 === draft } }
      return old
    }
    withExtendedLifetime(old) {}
  }

  /// Nil when there is no such draft of `owner` any more.
  func draft(_ id: String, owner: String, now: Timestamp) -> ImportDraft? {
    sweep(now)
    return state.withLock { $0.drafts.first { $0.id == id && $0.owner === owner } }
  }

  func remove(_ draft: ImportDraft) {
    let stage = draft.stage
    state.withLock { state in
      state.drafts.removeAll { $0 === draft }
      guard case .over(let ending, _) = stage else { return }
      state.endings.append((draft.id, draft.owner, ending))
      if state.endings.count > Self.endingsMax { state.endings.removeFirst() }
    }
  }

  /// How an import of `owner` ended that is not here any more; nil when that is not known.
  func ending(of id: String, owner: String) -> ImportEnding? {
    state.withLock { state in
      state.endings.last { $0.id == id && $0.owner === owner }?.ending
    }
  }

  /// Drops what is too old; what is being written stays.
  func sweep(_ now: Timestamp) {
    // Files are removed outside of the lock, with the last references to them.
    let old = state.withLock { state in
      let old = state.drafts.filter { draft in
        now.milliseconds - draft.at.milliseconds > Self.milliseconds && draft.stage.isSettled
      }
      state.drafts.removeAll { draft in old.contains { $0 === draft } }
      return old
    }
    withExtendedLifetime(old) {}
  }

  /// True once the program ends, and everything under way with it.
  var isStopping: Bool { state.withLock { $0.isStopping } }

  /// Ends what is under way at its next batch, and removes all files.
  func stop() async {
    let drafts = state.withLock { state in
      state.isStopping = true
      return state.drafts
    }
    for draft in drafts { await draft.stop() }
    let last = state.withLock { state in
      defer { state.drafts = [] }
      return state.drafts
    }
    withExtendedLifetime(last) {}
  }
}

extension ImportSessions.State {
  /// The bytes that uploads take or will take.
  fileprivate mutating func taken(by owner: String? = nil) -> Int {
    held.removeAll { $0.file == nil }
    return held.filter { owner == nil || $0.owner === owner }.reduce(0) { $0 + $1.bytes }
  }

  fileprivate mutating func forget(_ draft: ImportDraft) {
    guard case .file(let file, _) = draft.form.body else { return }
    held.removeAll { $0.file === file }
  }
}

/// Why an upload is not taken.
enum ImportRefusal {
  static var notHere: ConsoleError {
    ConsoleError(
      503, title: localized("File uploads are disabled"),
      reason: localized(
        "This console does not accept files. Nothing was changed. Paste the rows instead."),
      code: "no_uploads")
  }

  static var stopping: ConsoleError {
    ConsoleError(
      503, title: localized("The console is shutting down"),
      reason: localized("Nothing was uploaded. Try again in a moment."), code: "stopping")
  }

  /// For whoever waits for an import that ends with the program.
  static func stopped(_ stage: ImportDraft.Stage) -> ConsoleError {
    guard case .over(let ending, _) = stage, case .brokenOff = ending.kind else {
      return ConsoleError(
        503, title: localized("The console is shutting down"),
        reason: localized("Nothing was imported. Try again in a moment."),
        code: "stopping")
    }
    let rows = Format.count(ending.written, "row")
    let reason =
      ending.entry.map { entry in
        localized(
          "\(rows) imported; undo audit entry \(entry) once the console runs again, then import "
            + "the rows again.")
      }
      ?? localized(
        "\(rows) imported; undo them in the audit log once the console runs again, then import the "
          + "rows again.")
    return ConsoleError(
      503, title: localized("The console is shutting down"), reason: reason, code: "stopping",
      links: [.init(localized("Audit"), Links.audit)])
  }

  static var ownerIsFull: ConsoleError {
    let bytesMax = Format.bytes(ImportSessions.ownerBytesMax)
    return ConsoleError(
      429, title: localized("Too many uploads at once"),
      reason: localized(
        "Your uploads in progress use all of your \(bytesMax). Nothing was changed. Try again when "
          + "they are done."),
      code: "uploads_full")
  }

  static var allIsFull: ConsoleError {
    let bytesMax = Format.bytes(ImportSessions.allBytesMax)
    return ConsoleError(
      503, title: localized("Too many uploads at once"),
      reason: localized(
        "Uploads in progress use all of the console’s \(bytesMax). Nothing was changed. Try again "
          + "later."),
      code: "uploads_full")
  }

  static var wrongType: HTTPError {
    HTTPError(
      415,
      localized(
        "Send rows as multipart/form-data with a file, application/json or "
          + "application/x-www-form-urlencoded. Nothing was changed."))
  }
}
