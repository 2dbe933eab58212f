public import TemplateKit

/// A state as a colored word; the class decides color and shape.
public struct Badge: Sendable, Equatable {
  public enum Look: String, Sendable, CaseIterable {
    case synced, pending, sending, running, failed, conflict, blocked, deleted, paused, warn, done
    case skipped
  }

  public let look: Look
  public let word: String

  public init(_ look: Look, _ word: String) {
    self.look = look
    self.word = word
  }
}

extension TemplateDictionary {
  /// Sets NAME and NAME_LOOK, for `<span class="badge {{NAME_LOOK}}">{{NAME}}</span>`.
  public mutating func set(badge name: String, _ badge: Badge) {
    set(name, badge.word)
    set("\(name)_LOOK", badge.look.rawValue)
  }
}
