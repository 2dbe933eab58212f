package import TemplateKit

/// A state as a colored word; the class decides color and shape.
package struct Badge: Sendable, Equatable {
  package enum Look: String, Sendable, CaseIterable {
    case synced, pending, sending, running, failed, conflict, blocked, deleted, paused, warn, done
    case skipped
  }

  package let look: Look
  package let word: String

  package init(_ look: Look, _ word: String) {
    self.look = look
    self.word = word
  }
}

extension TemplateDictionary {
  /// Sets NAME and NAME_LOOK, for `<span class="badge {{NAME_LOOK}}">{{NAME}}</span>`.
  package mutating func set(badge name: String, _ badge: Badge) {
    set(name, badge.word)
    set("\(name)_LOOK", badge.look.rawValue)
  }
}
