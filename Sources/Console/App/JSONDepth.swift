import JSONKit
import Localization

/// Tells JSON that is nested deeper than is read from a text that is no JSON.
enum JSONDepth {
  /// What is wrong with a text that ``isTooDeep(_:)``, behind its name.
  static var objection: String {
    localized(
      "is nested too deep: the limit is \(JSONValue.depthMax) levels of lists and objects")
  }

  /// Whether a text that is not taken as JSON has more brackets inside each other than are read.
  static func isTooDeep(_ bytes: [UInt8]) -> Bool {
    var (depth, deepest, isInText, isEscaped) = (0, 0, false, false)
    for byte in bytes {
      if isInText {
        if !isEscaped, byte == UInt8(ascii: "\"") { isInText = false }
        isEscaped = !isEscaped && byte == UInt8(ascii: "\\")
        continue
      }
      switch byte {
      case UInt8(ascii: "\""): isInText = true
      case UInt8(ascii: "["), UInt8(ascii: "{"):
        depth += 1
        deepest = max(deepest, depth)
      case UInt8(ascii: "]"), UInt8(ascii: "}"): depth -= 1
      default: break
      }
    }
    return deepest > JSONValue.depthMax
  }
}
