import CJSON
import Support

/// Builds values from a complete, well-formed list of tokens.
struct TokenReader {
  let tokens: UnsafeBufferPointer<cjson_token>
  var position = 0

  mutating func value() -> JSONValue {
    let token = tokens[position]
    position += 1
    switch UInt32(bitPattern: token.kind) {
    case CJSON_NULL.rawValue: return .null
    case CJSON_FALSE.rawValue: return .bool(false)
    case CJSON_TRUE.rawValue: return .bool(true)
    case CJSON_INTEGER.rawValue: return .integer(token.integer)
    case CJSON_NUMBER.rawValue: return JSONValue(number: token.string)
    case CJSON_STRING.rawValue: return .string(token.string)
    case CJSON_ARRAY.rawValue:
      var items: [JSONValue] = []
      while !isAtEndToken() { items.append(value()) }
      return .array(items)
    default: return .object(members())
    }
  }

  /// The members of the object whose opening token has been read.
  mutating func members() -> JSONObject {
    var members = JSONObject()
    while !isAtEndToken() {
      let name = tokens[position].string
      position += 1
      members[name] = value()
    }
    return members
  }

  /// Goes behind the value at the present position without making it.
  mutating func skip() {
    var depth = 0
    repeat {
      switch UInt32(bitPattern: tokens[position].kind) {
      case CJSON_ARRAY.rawValue, CJSON_OBJECT.rawValue: depth += 1
      case CJSON_END.rawValue: depth -= 1
      default: break
      }
      position += 1
    } while depth > 0
  }

  /// Goes behind the value at the present position and notes the members that its objects have twice.
  mutating func noteRepeatedMembers(at path: String, in found: inout [String]) {
    switch UInt32(bitPattern: tokens[position].kind) {
    case CJSON_ARRAY.rawValue:
      position += 1
      var index = 0
      while !isAtEndToken() {
        noteRepeatedMembers(at: "\(path)[\(index)]", in: &found)
        index += 1
      }
    case CJSON_OBJECT.rawValue:
      position += 1
      var names: UTF8Set = []
      while !isAtEndToken() {
        let name = tokens[position].string
        position += 1
        let place = path.isEmpty ? name : "\(path).\(name)"
        if !names.insert(name).inserted { found.append(place) }
        noteRepeatedMembers(at: place, in: &found)
      }
    default: position += 1
    }
  }

  mutating func isAtEndToken() -> Bool {
    guard tokens[position].kind == Int32(CJSON_END.rawValue) else { return false }
    position += 1
    return true
  }
}

extension cjson_token {
  /// The token's text, for the kinds that have one.
  var bytes: UnsafeBufferPointer<UInt8> {
    UnsafeBufferPointer(
      start: UnsafeRawPointer(text)?.assumingMemoryBound(to: UInt8.self), count: Int(length))
  }

  var string: String { String(decoding: bytes, as: UTF8.self) }
}
