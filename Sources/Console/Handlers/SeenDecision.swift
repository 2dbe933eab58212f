import HTTPKit
import SyncCore

/// What the page showed that a decision comes from, carried by its form.
struct SeenDecision: Sendable {
  /// In the form.
  static let field = "seen"

  private var standing: DecisionStanding?

  init(_ standing: DecisionStanding? = nil) { self.standing = standing }

  init(_ body: ActionBody) {
    standing = body.form?[Self.field].map(DecisionStanding.init(rawValue:))
  }

  /// False when it is about something that stands otherwise `now`.
  func isOf(_ now: SeenDecision) -> Bool { standing == nil || standing == now.standing }

  var hidden: [(name: String, value: String)] {
    standing.map { [(Self.field, $0.rawValue)] } ?? []
  }

  /// For ``SyncContext/decide(_:asSeen:by:)``.
  func standings(of operation: Int64) -> [Int64: DecisionStanding] {
    standing.map { [operation: $0] } ?? [:]
  }
}

extension OpenStore {
  /// What stands to be decided about one operation; to be asked for before what is shown of it.
  func seen(_ operation: Int64) async throws -> SeenDecision {
    SeenDecision(try await sync.standings(ofOperations: [operation])[operation])
  }
}
