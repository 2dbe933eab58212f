import JSONKit
import Localization

/// What an outcome of a send means for the operation, before anything is written.
enum OutcomeDecision: Sendable, Hashable {
  /// The server has the change; its row where it said so.
  case done(Record?)
  /// The server's row has to be read to know what happened.
  case look(LookupReason)
  /// The server has another row than this change was made on.
  case conflict(Record)
  case failed(FailureReason)
  /// Send again after a pause of the whole run.
  case pause(seconds: Double?)
  /// Nothing more can be sent now; the operation stays as it was.
  case stop(PushStop)
}

/// Why the server's row is read after a send.
enum LookupReason: Sendable, Hashable {
  /// The change was accepted, and the answer did not show the new version of the row.
  case accepted
  /// The change was turned down for another state of the row, which the answer did not show.
  case turnedDown
  /// The change may have been made, or may not.
  case unknown(String)
  /// Nothing was sent yet: the change names no version of the row, or one that another row may have,
  /// so the row that its author saw is compared with the server's first, and a version that was
  /// missing is the one read then.
  case unversioned
}

enum FailureReason: Sendable, Hashable {
  /// The server answered that the same request will never succeed.
  case refused
  /// The server turned the change down as if its row were another one, and it is not.
  case turnedDown
  /// The server has no row to change.
  case missing
  /// The server failed in the same way again and again, and does not have the change.
  case keepsFailing(RepeatedFailures)
  /// Nobody could tell whether the server has the change, as often as a run tries or until the run
  /// ended; a later push asks again.
  ///
  /// With why, at the beginning of a sentence.
  case unsettled(String)
  /// The row has to be read before the change can be sent, and the server does not show it; with
  /// why.
  case unreadable(String)
  /// An insert may have arrived, and nothing on the server tells: a person has to look.
  case untraceable(String)
  /// The operation's row is not in the store.
  case noLocalRow
  /// A new row refers to itself, or to another new one that refers back.
  case circularReference(RowReference)
  /// The row refers to one that was made here and is gone.
  case brokenReference(RowReference)

  /// The row names a queued file that was not uploaded.
  case fileNotUploaded(FileRefusal)

  /// The program ended while the change was on its way.
  static var interrupted: FailureReason {
    .unsettled(localized("No answer came (the program ended before it)"))
  }

  /// For people, when the server gave no sentence of its own.
  func message(kind: OperationKind, table: String, id: String) -> String {
    switch self {
    case .refused:
      localized(
        "The server refused the \(kind.name) of \(table) \(id) and gave no reason. The change is "
          + "kept here; correct the row and retry, or discard the change.")
    case .turnedDown:
      localized(
        "The server rejected the \(kind.name) of \(table) \(id), although its row has not changed "
          + "since this store read it. The sign-in may be allowed to read the row, but not to "
          + "change it. The change is kept here; retry with a sign-in that may change it, or "
          + "discard the change."
      )
    case .missing:
      localized(
        "The server no longer has the row \(id) of \(table), so the \(kind.name) can’t be made. "
          + "The change is kept here; keep it to insert the row again, or remove the row.")
    case .keepsFailing(let failures):
      localized(
        "The server answered \(failures.answer) to the \(kind.name) of \(table) \(id) "
          + "\(failures.count) times in a row and does not have the change. It is kept here and "
          + "not sent again by itself; correct the row and retry, or discard the change.")
    case .unsettled(let why): Self.unsettledMessage(why, kind, table, id)
    case .unreadable(let why):
      localized(
        "The version of \(table) \(id) is not known here, so the server’s row has to be read "
          + "before the \(kind.name) is sent, and that failed (\(why)). Nothing was sent; the "
          + "change is kept here. Retry when the row can be read, or discard the change.")
    case .untraceable(let detail):
      localized(
        "The insert of \(table) \(id) may have reached the server, and it can’t be found there by "
          + "itself: \(detail) It is not sent again, as that could make the row twice. Look for "
          + "the row on the server: if it is there, remove the row here and pull; if not, retry.")
    case .noLocalRow:
      localized(
        "The row \(id) of \(table) is not in the store, so the \(kind.name) has nothing to send. "
          + "Discard the operation.")
    case .circularReference(RowReference(table: table, id: id)):
      localized(
        "The new row \(id) of \(table) refers to itself, and the server assigns its id. Nothing "
          + "was sent. Clear the reference, push, then set it again.")
    case .circularReference(let other):
      localized(
        "The new rows \(id) of \(table) and \(other.id) of \(other.table) refer to each other, and "
          + "the server assigns their ids, so neither can be sent first. Nothing was sent. Clear "
          + "the reference in \(id), push, then set it again.")
    case .brokenReference(let other):
      localized(
        "The row \(id) of \(table) refers to \(other.id) of \(other.table), which was deleted here "
          + "before it was sent: the server does not have it. Nothing was sent. Choose another row "
          + "or clear the reference, then retry.")
    case .fileNotUploaded(let file):
      Self.fileMessage(file, file.reason.asSentence, kind, table, id)
    }
  }

  private static func unsettledMessage(
    _ why: String, _ kind: OperationKind, _ table: String, _ id: String
  ) -> String {
    [
      localized(
        "\(why), so it is not known whether the \(kind.name) of \(table) \(id) took effect."),
      localized(
        "The change is kept here; the next push asks the server first, and sends it again only if "
          + "it has to."),
    ].joinedAsSentences()
  }

  private static func fileMessage(
    _ file: FileRefusal, _ reason: String, _ kind: OperationKind, _ table: String, _ id: String
  ) -> String {
    localized(
      "\(file.name), the file of \(table) \(id), was not uploaded, so nothing was sent. "
        + "\(reason) The \(kind.name) is kept here; replace the file, or retry.")
  }
}

extension OutcomeDecision {
  /// Decides from facts alone; the same facts always give the same decision.
  ///
  /// - Parameter base: The server's row that the change was made on, asked for where an answer
  ///   shows a row without it.
  init(
    _ change: Change, _ outcome: SendOutcome, base: @autoclosure () -> Record? = nil,
    remoteHasVersions: Bool
  ) {
    switch outcome {
    case .accepted(let record?) where ReconciledOutcome.isUntouched(change, base(), record):
      self = .look(.accepted)
    case .accepted(let record?) where record.deleted && change.kind != .delete:
      self = .look(.unknown(localized("with the row as a deleted one")))
    case .accepted(let record?) where ReconciledOutcome.lacks(change, base(), record):
      self = .look(.unknown(localized("with a row that lacks the change")))
    case .accepted(let record):
      let isVersionKnown = record?.version != nil || !remoteHasVersions
      // A deleted row needs no version to be known: undelete goes without a check then.
      self = isVersionKnown || change.kind == .delete ? .done(record) : .look(.accepted)
    case .missing:
      // A server may answer so of a row that the sign-in may read and not change. A tombstone is a
      // conflict with a copy to decide on, and an undelete may have been done all the same.
      self = change.kind == .insert ? .failed(.missing) : .look(.turnedDown)
    case .exists(let record?), .conflict(let record?):
      self = ReconciledOutcome(change, base: nil, server: record, after: .turnedDown).decision
    case .exists(nil), .conflict(nil): self = .look(.turnedDown)
    // What goes again in smaller batches never comes here.
    case .refused, .notTaken: self = .failed(.refused)
    case .failed: self = .look(.unknown(localized("the server failed while it worked on it")))
    case .unknown(let detail): self = .look(.unknown(detail))
    case .throttled(let seconds): self = .pause(seconds: seconds)
    case .unauthorized:
      self = .stop(
        .unauthorized(
          localized(
            "The server rejected the sign-in. Everything is kept here. Check the configured token.")
        ))
    case .unreachable(let detail):
      self = .stop(
        .unreachable(detail.asSentence))
    case .elsewhere(let detail):
      self = .stop(.unreachable(detail.asSentence))
    }
  }
}
