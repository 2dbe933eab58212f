import HTTPKit
import Localization
import SyncCore
import SyncInspection
import TemplateKit

/// The tabs of a push preview, and the button that checks the same operations again.
extension PreviewPage {
  typealias Expectation = PreviewedOperation.Expectation

  /// In the order of the tabs.
  static let tabs: [Expectation] = [
    .accepted, .alreadyDone, .conflict, .missing, .rejectedBefore, .unknown, .notSent,
  ]

  static func label(_ expectation: Expectation) -> String {
    switch expectation {
    case .accepted: localized("Expected to be accepted")
    case .alreadyDone: localized("Already done")
    case .conflict: localized("Conflicts")
    case .missing: localized("Not on the server")
    case .rejectedBefore: localized("Rejected last time")
    // Not "Blocked", which in the queue is what waits for another operation.
    case .notSent: localized("Not sent")
    case .unknown: localized("Unknown")
    }
  }

  /// True for a preview that was not used, of operations that the form has room for.
  var mayCheckAgain: Bool {
    facts.mayChange && preview.run == nil && (preview.operations?.count ?? 0) <= Self.operationsMax
  }

  /// What the preview was taken of, as the form sends it.
  var scope: TemplateDictionary {
    var values = TemplateDictionary()
    values.show("MAIN", if: preview.failure != nil)
    values.add("ONLY_TABLE", list: (preview.tables ?? []).map { ["NAME": $0] })
    values.add("ONLY_OPERATION", list: (preview.operations ?? []).map { ["NUMBER": "\($0)"] })
    return values
  }
}

extension TemplateDictionary {
  /// The warning of a preview for which the server told nothing.
  static func uncheckedPreview(_ failure: String, _ text: String) -> Self {
    [
      "HEADLINE": localized("Not checked against the server."), "REASON": failure.asSentence,
      "TEXT": text,
    ]
  }
}
