import SyncCore
public import TemplateKit

/// A state as a coloured word; the class decides colour and shape.
public struct Chip: Sendable, Equatable {
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

  /// What a store says of itself in one chip.
  public init(_ summary: StoreSummary) {
    let counts = summary.counts
    if counts.needYou > 0 {
      self.init(.conflict, "\(Format.number(counts.needYou)) need you")
    } else if !summary.isOnline {
      self.init(.paused, "Offline")
    } else if counts.pending > 0 {
      self.init(.pending, "\(Format.number(counts.pending)) pending")
    } else {
      self.init(.synced, "In sync")
    }
  }
}

extension TemplateDictionary {
  /// Sets NAME and NAME_LOOK, for `<span class="chip {{NAME_LOOK}}">{{NAME}}</span>`.
  public mutating func set(chip name: String, _ chip: Chip) {
    set(name, chip.word)
    set("\(name)_LOOK", chip.look.rawValue)
  }
}
