/// A word of the query language.
enum Token: Sendable, Equatable {
  case open, close, comma, minus
  /// A name, a keyword or a function, dots included, such as `title`, `and` and `Edm.Date`.
  case word(String)
  case literal(Literal)
  case end

  /// A name, also where it is quoted as some clients do with types.
  var name: String? {
    switch self {
    case .word(let name), .literal(.text(let name)): name
    default: nil
    }
  }

  /// For messages.
  var text: String {
    switch self {
    case .open: "("
    case .close: ")"
    case .comma: ","
    case .minus: "-"
    case .word(let word): word
    case .literal: "a value"
    case .end: "the end"
    }
  }
}

struct PlacedToken: Sendable {
  let token: Token
  /// Counted in characters from 1.
  let position: Int
}
