extension Language {
  /// True where sentences are written without spaces, with the full-width marks of East Asia.
  private var isFullWidth: Bool { self == .japanese || self == .traditionalChinese }

  /// What separates the items of a list.
  public var listSeparator: String { isFullWidth ? "、" : ", " }

  /// What separates remarks that are written without a full stop.
  public var remarkSeparator: String { isFullWidth ? "。" : ". " }

  /// What separates the parts of a sentence that have lists of their own.
  public var clauseSeparator: String { isFullWidth ? "；" : "; " }

  public var fullStop: String { isFullWidth ? "。" : "." }

  /// What stands between a name and what is said of it.
  public var colon: String { self == .traditionalChinese ? "：" : ": " }

  /// What stands between two sentences.
  var sentenceSpace: String { isFullWidth ? "" : " " }

  /// The text in the language's quotation marks.
  public func quoted(_ text: some StringProtocol) -> String {
    switch self {
    case .english: "“\(text)”"
    case .german: "„\(text)“"
    case .japanese, .traditionalChinese: "「\(text)」"
    }
  }

  /// Whole sentences one after the other: a full-width full stop needs no space behind it.
  public func joined(sentences: some Sequence<String>) -> String {
    var text = ""
    for sentence in sentences where !sentence.isEmpty {
      let needsSpace = !text.isEmpty && !(isFullWidth && "。！？」）".contains(text.last ?? " "))
      text += needsSpace ? " \(sentence)" : sentence
    }
    return text
  }
}

/// What stands between two sentences in the language of the task: nothing behind a full-width stop.
public var sentenceSpace: String { TextCatalogue.current.language.sentenceSpace }

/// A name and what is said of it: `TodoItem: 2 rows`, `TodoItem：2 個資料列`.
public func labelled(_ name: String, _ text: String) -> String {
  name + TextCatalogue.current.language.colon + text
}

/// The text in the quotation marks of the task's language.
public func quoted(_ text: some StringProtocol) -> String {
  TextCatalogue.current.language.quoted(text)
}

extension Sequence<String> {
  /// The items as a list in the language of the task: `a, b`, `a、b`.
  public func joinedAsList() -> String {
    joined(separator: TextCatalogue.current.language.listSeparator)
  }

  /// The parts of a sentence one after the other, in the language of the task: `a; b`.
  public func joinedAsClauses() -> String {
    joined(separator: TextCatalogue.current.language.clauseSeparator)
  }

  /// The items as a list with a full stop.
  public func joinedAsSentence() -> String {
    joinedAsList() + TextCatalogue.current.language.fullStop
  }

  /// Whole sentences one after the other, in the language of the task.
  public func joinedAsSentences() -> String {
    TextCatalogue.current.language.joined(sentences: self)
  }

  /// Remarks without a full stop one after the other, in the language of the task.
  public func joinedAsRemarks() -> String {
    joined(separator: TextCatalogue.current.language.remarkSeparator)
  }
}
