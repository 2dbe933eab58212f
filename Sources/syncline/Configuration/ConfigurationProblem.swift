import Console

extension SettingProblem {
  /// Takes a sentence of ``ConfigurationReader`` apart: it begins with the place that it is about.
  ///
  /// - Parameter root: How the reader was told to call the store.
  init(_ sentence: String, below root: String) {
    guard sentence.hasPrefix(root) else {
      self.init("", sentence)
      return
    }
    let place = sentence.prefix { $0 != " " }
    var text = String(sentence[place.endIndex...].drop { $0 == " " })
    var path = place.dropFirst(root.count)
    if path.hasSuffix(":") { path = path.dropLast() }
    if path.hasPrefix(".") { path = path.dropFirst() }
    if text.hasPrefix("is missing") { text = "This \(text)" }
    self.init(
      String(path).replacing("[", with: ".").replacing("]", with: ""),
      text.prefix(1).uppercased() + text.dropFirst())
  }
}
