import Console
import Glibc
import HTTPKit
import Support

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

  /// Names, or addresses, as browsers send them in a Host field.
  mutating func hosts(_ name: String) -> [String] {
    let texts = arguments.all(name)
    for text in texts where !ConsoleConfiguration.canAllow(host: text) {
      problems.append(
        "--\(name) \(text): write a host as browsers show it, with or without a port, such as "
          + "console.example.org.")
    }
    return texts
  }

  /// Addresses without a port, in the form in which connections are known by them.
  mutating func ipAddresses(_ name: String) -> [String] {
    arguments.all(name).compactMap { text in
      if let address = Self.ipAddress(text) { return address }
      problems.append(
        "--\(name) \(text): write the address that its connections come from, such as 127.0.0.1 or "
          + "::1.")
      return nil
    }
  }

  private static func ipAddress(_ text: String) -> String? {
    var bytes = [UInt8](repeating: 0, count: 16)
    var written = [CChar](repeating: 0, count: Int(INET6_ADDRSTRLEN))
    for family in [AF_INET, AF_INET6] where inet_pton(family, text, &bytes) == 1 {
      inet_ntop(family, bytes, &written, socklen_t(written.count))
      return String(
        decoding: written.prefix { $0 != 0 }.map(UInt8.init(bitPattern:)), as: UTF8.self)
    }
    return nil
  }

  /// A path that stands before all others, without a slash at its end; empty when it is left out.
  mutating func pathPrefix(_ name: String) -> String {
    guard let text = arguments.value(name) else { return "" }
    let segments = text.split(separator: "/", omittingEmptySubsequences: false).dropFirst()
    let parts = segments.last == "" ? segments.dropLast() : segments
    let isGood = parts.allSatisfy { !$0.isEmpty && PercentEncoding.encodeSegment(String($0)) == $0 }
    guard text.hasPrefix("/"), isGood else {
      problems.append(
        "--\(name) \(text): write a path of letters, digits and -._~, such as /sync or /tools/sync."
      )
      return ""
    }
    return parts.map { "/\($0)" }.joined()
  }

  mutating func integer(
    _ name: String, in range: ClosedRange<Int>, default fallback: Int
  ) -> Int {
    guard let text = arguments.value(name) else { return fallback }
    guard let number = Int(text), range.contains(number) else {
      problems.append(
        "--\(name) \(text): write a number from \(range.lowerBound) to \(range.upperBound).")
      return fallback
    }
    return number
  }

  /// Without the option only failures are logged, as text.
  mutating func log(_ name: String) -> ServerLog {
    var log = ServerLog(time: SystemTime())
    guard let text = arguments.value(name) else { return log }
    guard let form = ServerLog.Form(rawValue: text) else {
      problems.append("--\(name) \(text): write text or json.")
      return log
    }
    log.form = form
    log.includesRequests = true
    return log
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
