import HTTPKit
import JSONKit

/// The body of an action, whether a form or JSON sent it.
struct ActionBody {
  private enum Source {
    case form(QueryItems)
    case json(JSONObject)
  }

  private let source: Source

  init(_ request: HTTPRequest) throws {
    source =
      request.hasJSONBody ? .json(try request.bodyObject()) : .form(try request.form())
  }

  var isForm: Bool { form != nil }

  var form: QueryItems? {
    guard case .form(let items) = source else { return nil }
    return items
  }

  var json: JSONObject? {
    guard case .json(let object) = source else { return nil }
    return object
  }

  /// True when a form came from the page that asked first; programs are not asked.
  var isConfirmed: Bool { form.map { $0["confirmed"] != nil } ?? true }

  func text(_ name: String) throws(HTTPError) -> String? {
    switch source {
    case .form(let items): return items[name].flatMap { $0.isEmpty ? nil : $0 }
    case .json(let object):
      guard let value = object[name], !value.isNull else { return nil }
      guard let text = value.string else { throw Self.wrong(name, value, "a string") }
      return text
    }
  }

  func flag(_ name: String) throws(HTTPError) -> Bool? {
    switch source {
    case .form(let items):
      guard let text = items[name], !text.isEmpty else { return nil }
      switch text {
      case "1", "true", "on": return true
      case "0", "false": return false
      default: throw HTTPError(422, "“\(text)” is neither true nor false, as \(name) has to be.")
      }
    case .json(let object):
      guard let value = object[name], !value.isNull else { return nil }
      guard let flag = value.bool else { throw Self.wrong(name, value, "true or false") }
      return flag
    }
  }

  func count(_ name: String) throws(HTTPError) -> Int? {
    switch source {
    case .form(let items):
      guard let text = items[name]?.trimmed, !text.isEmpty else { return nil }
      guard let count = Int(text), count >= 0 else {
        throw HTTPError(422, "“\(text)” is not a number, as \(name) has to be.")
      }
      return count
    case .json(let object):
      guard let value = object[name], !value.isNull else { return nil }
      guard let count = value.integer, count >= 0 else { throw Self.wrong(name, value, "a number") }
      return Int(count)
    }
  }

  /// A list of texts; nil when it was left out.
  func texts(_ name: String) throws(HTTPError) -> [String]? {
    switch source {
    case .form(let items):
      let values = items.values(name)
      return values.isEmpty ? nil : values
    case .json(let object):
      guard let value = object[name], !value.isNull else { return nil }
      guard let list = value.array else { throw Self.wrong(name, value, "a list of strings") }
      var texts: [String] = []
      for item in list {
        guard let text = item.string else { throw Self.wrong(name, item, "a list of strings") }
        texts.append(text)
      }
      return texts
    }
  }

  /// A list of numbers, such as those of operations; nil when it was left out.
  func numbers(_ name: String) throws(HTTPError) -> [Int64]? {
    switch source {
    case .form(let items):
      var numbers: [Int64] = []
      for text in items.values(name) {
        guard let number = Int64(text) else {
          throw HTTPError(422, "“\(text)” is not a number, as \(name) has to be.")
        }
        numbers.append(number)
      }
      return numbers.isEmpty ? nil : numbers
    case .json(let object):
      guard let value = object[name], !value.isNull else { return nil }
      guard let list = value.array else { throw Self.wrong(name, value, "a list of numbers") }
      var numbers: [Int64] = []
      for item in list {
        guard let number = item.integer else { throw Self.wrong(name, item, "a list of numbers") }
        numbers.append(number)
      }
      return numbers
    }
  }

  private static func wrong(_ name: String, _ value: JSONValue, _ expected: String) -> HTTPError {
    HTTPError(422, "\(name) is \(value.kindName), and \(expected) is expected.")
  }
}
