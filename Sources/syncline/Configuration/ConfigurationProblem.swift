import Console
import Localization

/// A mistake in the configuration: where it is, and what to write instead.
///
/// Mistakes are kept for later pages, so the text is made for whoever reads it.
struct ConfigurationProblem: Sendable, CustomStringConvertible {
  /// What a problem is about.
  enum Subject: Sendable {
    /// A setting such as `stores[0].name`; the empty path is the whole file.
    case setting(String)
    case missing(String)
    /// What the text itself names.
    case other
  }

  let subject: Subject
  private let makeText: @Sendable () -> String

  init(
    about subject: Subject = .other, _ text: @autoclosure @escaping @Sendable () -> String
  ) {
    self.subject = subject
    makeText = text
  }

  /// In the language of the task.
  var text: String { makeText() }

  /// The text behind its place, in the language of the task.
  var description: String {
    let text = text
    return switch subject {
    case .setting(""): localized("The file: \(text)")
    case .setting(let path): "\(path): \(text)"
    case .missing(let path): localized("\(path) is missing: \(text)")
    case .other: text
    }
  }
}

extension SettingProblem {
  /// - Parameter root: What the reader was told to call the store.
  init(_ problem: ConfigurationProblem, below root: String) {
    let text = problem.text
    switch problem.subject {
    case .setting(let path):
      self.init(Self.path(path, below: root), Self.sentence(text))
    case .missing(let path):
      self.init(Self.path(path, below: root), localized("This is missing: \(text)"))
    case .other: self.init("", text)
    }
  }

  /// English texts continue behind their place; translations are sentences already.
  private static func sentence(_ text: String) -> String {
    guard TextCatalogue.current.language == .english else { return text }
    return text.prefix(1).uppercased() + text.dropFirst()
  }

  /// As forms name it: `tables.0.name` for `store.tables[0].name`.
  private static func path(_ path: String, below root: String) -> String {
    var path = path.dropFirst(root.count)
    if path.hasPrefix(".") { path = path.dropFirst() }
    return String(path).replacing("[", with: ".").replacing("]", with: "")
  }
}
