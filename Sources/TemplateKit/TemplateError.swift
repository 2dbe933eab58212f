/// What can be wrong with a template or with the values for it.
public enum TemplateError: Error, Equatable, CustomStringConvertible {
  /// A template file cannot be used; the reason names what is wrong in it.
  case broken(file: String, reason: String)
  case unreadable(directory: String, reason: String)
  case unknownTemplate(String)
  /// The template shows values that nobody set.
  case missingValues(template: String, names: [String])
  /// The values do not fit the template engine's limits, such as the depth of sections.
  case refused(template: String)

  public var description: String {
    switch self {
    case .broken(let file, let reason): "The template \(file) is broken: \(reason)."
    case .unreadable(let directory, let reason):
      "The templates in \(directory) cannot be read: \(reason) "
        + "Name the right folder with --templates."
    case .unknownTemplate(let name): "There is no template \(name)."
    case .missingValues(let template, let names):
      "The template \(template) shows values that were not set: "
        + names.joined(separator: ", ") + "."
    case .refused(let template): "The values for the template \(template) cannot be rendered."
    }
  }
}
