import ConsoleData
import HTTPClient
import JSONKit
import Support

/// Sends a message as a mail of plain text.
struct AlertMail: Sendable {
  let definition: MailDefinition

  func send(_ delivery: AlertDelivery) async -> AlertDeliveryResult {
    do {
      let request = MailRequest(
        url: definition.url, encryption: definition.encryption, user: definition.user,
        password: try definition.password.map(SecretReader.value(of:)),
        sender: definition.from, recipients: definition.to, message: Array(text(delivery).utf8))
      try await MailClient().send(request)
      return .delivered
    } catch let error as MailError {
      return error.isPermanent ? .rejected(error.description) : .failed(error.description)
    } catch {
      return .failed("\(error)")
    }
  }

  /// Source: RFC 5322; RFC 2045 for the encoding of the body, RFC 3834 for `Auto-Submitted`.
  func text(_ delivery: AlertDelivery) -> String {
    let domain = definition.from.split(separator: "@").last.map(String.init) ?? "localhost"
    var header = [
      "From: Syncline <\(definition.from)>",
      "To: \(definition.to.map { "<\($0)>" }.joined(separator: ",\r\n "))",
      "Subject: \(Self.encoded(delivery.message["title"]?.string ?? "Syncline"))",
      "Date: \(Self.date(delivery.createdAt))", "Message-ID: <\(delivery.id)@\(domain)>",
    ]
    // The messages about one alert are one conversation.
    if let alert = delivery.alert { header.append("References: <alert-\(alert)@\(domain)>") }
    header += [
      "Auto-Submitted: auto-generated", "MIME-Version: 1.0",
      "Content-Type: text/plain; charset=utf-8", "Content-Transfer-Encoding: base64", "",
    ]
    return (header + Self.lines(Base64.encode(Array(body(delivery.message).utf8)), of: 76))
      .joined(separator: "\r\n") + "\r\n"
  }

  private func body(_ message: JSONValue) -> String {
    let text = { (name: String) in message[name]?.string.flatMap { $0.isEmpty ? nil : $0 } }
    let since = text("since").map { "Since \($0)" }
    let ended = text("endedAt").map { "Ended at \($0)" }
    let times = [since, ended].compactMap { $0 }.joined(separator: ". ")
    let parts = [
      text("detail"), times.isEmpty ? nil : times + ".",
      text("event") == "recovered" ? nil : text("effect"),
      text("event") == "recovered" ? nil : text("remedy"), text("link"),
    ]
    return parts.compactMap { $0 }.joined(separator: "\r\n\r\n") + "\r\n"
  }

  /// A value of the header; what is not plain ASCII as encoded words.
  ///
  /// Source: RFC 2047, section 2.
  static func encoded(_ text: String) -> String {
    guard !text.utf8.allSatisfy({ (0x20..<0x7f).contains($0) }) || text.contains("=?") else {
      return text
    }
    var words: [[UInt8]] = [[]]
    for scalar in text.unicodeScalars {
      let bytes = Array(String(scalar).utf8)
      if words[words.count - 1].count + bytes.count > 45 { words.append([]) }
      words[words.count - 1] += bytes
    }
    return words.map { "=?UTF-8?B?\(Base64.encode($0))?=" }.joined(separator: "\r\n ")
  }

  /// `Thu, 26 Nov 2026 16:00:00 +0000`.
  static func date(_ moment: Timestamp) -> String {
    let days = ["Thu", "Fri", "Sat", "Sun", "Mon", "Tue", "Wed"]
    let months = [
      "Jan", "Feb", "Mar", "Apr", "May", "Jun", "Jul", "Aug", "Sep", "Oct", "Nov", "Dec",
    ]
    let day = moment.wholeSecondsSinceEpoch / 86_400
    let text = Array(moment.wholeSeconds.utf8)
    let part = { (range: Range<Int>) in String(decoding: text[range], as: UTF8.self) }
    let month = months[(Int(part(5..<7)) ?? 1) - 1]
    return "\(days[Int(((day % 7) + 7) % 7)]), \(part(8..<10)) \(month) \(part(0..<4)) "
      + "\(part(11..<19)) +0000"
  }

  private static func lines(_ text: String, of length: Int) -> [String] {
    let bytes = Array(text.utf8)
    return stride(from: 0, to: bytes.count, by: length).map {
      String(decoding: bytes[$0..<min($0 + length, bytes.count)], as: UTF8.self)
    }
  }
}
