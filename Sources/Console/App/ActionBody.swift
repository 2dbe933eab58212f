import HTTPKit
import JSONKit
import Localization
import Support

/// The body of an action, whether a form or JSON sent it.
///
/// JSON has the shapes that its route declares: the gate looked, and null is as good as left out.
struct ActionBody {
  private enum Source {
    case form(QueryItems)
    case json(JSONObject)
  }

  private let source: Source

  init(_ request: HTTPRequest) throws {
    if request.hasJSONBody {
      source = .json(try request.bodyObject())
    } else if request.body.isEmpty, request.wantsJSON {
      // A program that says nothing says as much as with `{}`.
      source = .json(JSONObject())
    } else {
      source = .form(try request.form())
    }
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

  func text(_ name: String) -> String? {
    switch source {
    case .form(let items): return items[name].flatMap { $0.isEmpty ? nil : $0 }
    case .json(let object): return object[name]?.string
    }
  }

  func flag(_ name: String) throws(HTTPError) -> Bool? {
    switch source {
    case .form(let items):
      guard let text = items[name], !text.isEmpty else { return nil }
      switch text {
      case "1", "true", "on": return true
      case "0", "false": return false
      default:
        throw HTTPError(
          422, localized("“\(text)” is neither true nor false, as \(name) has to be."))
      }
    case .json(let object): return object[name]?.bool
    }
  }

  func count(_ name: String) throws(HTTPError) -> Int? {
    switch source {
    case .form(let items):
      guard let text = items[name]?.trimmed, !text.isEmpty else { return nil }
      guard let count = Int(text), count >= 0 else {
        throw HTTPError(422, localized("“\(text)” is not a number, as \(name) has to be."))
      }
      return count
    case .json(let object):
      guard let count = object[name]?.integer else { return nil }
      guard count >= 0 else {
        throw HTTPError(422, localized("\(name) is \(count), and a number from 0 on is expected."))
      }
      return Int(count)
    }
  }

  func moment(_ name: String) throws(HTTPError) -> Timestamp? {
    guard let text = text(name) else { return nil }
    guard let moment = Timestamp(text) else {
      throw HTTPError(
        422,
        localized(
          "“\(text)” is not a valid time for \(name). Use the format 2026-11-21T14:30:00Z."))
    }
    return moment
  }

  /// A list of texts; nil when it was left out.
  func texts(_ name: String) -> [String]? {
    switch source {
    case .form(let items):
      let values = items.values(name)
      return values.isEmpty ? nil : values
    case .json(let object): return object[name]?.array?.compactMap(\.string)
    }
  }

  /// A list of numbers, such as those of operations; nil when it was left out.
  func numbers(_ name: String) throws(HTTPError) -> [Int64]? {
    switch source {
    case .form(let items):
      var numbers: [Int64] = []
      for text in items.values(name) {
        guard let number = Int64(text) else {
          throw HTTPError(422, localized("“\(text)” is not a number, as \(name) has to be."))
        }
        numbers.append(number)
      }
      return numbers.isEmpty ? nil : numbers
    case .json(let object): return object[name]?.array?.compactMap(\.integer)
    }
  }
}
