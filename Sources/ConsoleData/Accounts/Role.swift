public import SQLiteKit

/// What someone may do; each role may do all that the one before it may.
public enum Role: String, Sendable, CaseIterable, Comparable, SQLiteDecodable {
  case viewer
  case operate = "operator"
  case admin

  private var rank: Int {
    switch self {
    case .viewer: 0
    case .operate: 1
    case .admin: 2
    }
  }

  public static func < (left: Role, right: Role) -> Bool { left.rank < right.rank }

  public init?(_ value: SQLiteValue) {
    guard case .text(let text) = value else { return nil }
    self.init(rawValue: text)
  }
}
