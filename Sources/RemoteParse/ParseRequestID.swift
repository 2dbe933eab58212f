import JSONKit
import SyncCore

extension ParseRemote {
  /// The same for the same insert, also after a restart: a server that remembers request ids then
  /// refuses to make the row twice.
  static func requestID(_ change: Change) -> String {
    let text =
      change.table + "\n" + change.id + "\n" + JSONValue.object(change.values).serializedText
    let first = hash(text.utf8, 0xcbf2_9ce4_8422_2325)
    let second = hash(text.utf8.reversed(), first ^ 0x9e37_79b9_7f4a_7c15)
    let digits = [first, second].map { number in
      let text = String(number, radix: 16)
      return String(repeating: "0", count: 16 - text.count) + text
    }.joined()
    let bounds = [0, 8, 12, 16, 20, 32]
    return zip(bounds, bounds.dropFirst())
      .map { digits.dropFirst($0).prefix($1 - $0) }.joined(separator: "-")
  }

  /// FNV-1a: the id has to be the same again, not hard to guess.
  private static func hash(_ bytes: some Sequence<UInt8>, _ start: UInt64) -> UInt64 {
    bytes.reduce(start) { ($0 ^ UInt64($1)) &* 0x100_0000_01b3 }
  }
}
