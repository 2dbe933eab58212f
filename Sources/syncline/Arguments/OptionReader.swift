/// Turns option texts into values and collects what is wrong with them.
struct OptionReader {
  let arguments: ParsedArguments
  var problems: [String] = []

  init(_ arguments: ParsedArguments) { self.arguments = arguments }

  mutating func address(_ name: String, default fallback: String) -> ListenAddress {
    let text = arguments.value(name) ?? fallback
    guard let address = ListenAddress(text) else {
      problems.append("--\(name) \(text): write an address and a port, such as \(fallback).")
      return ListenAddress(host: "127.0.0.1", port: 0)
    }
    return address
  }

  /// The first line of a file named by an option; nil when the option is not there.
  mutating func secretFile(_ name: String) -> String? {
    guard let path = arguments.value(name) else { return nil }
    do {
      return try SecretReader.firstLine(of: path)
    } catch {
      problems.append("--\(name): \(error)")
      return nil
    }
  }
}
