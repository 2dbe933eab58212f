import HTTPKit
import JSONKit
import SQLiteKit

/// Why a request was refused; nothing was written.
enum ServiceError: HTTPResponseError, Equatable {
  case badQuery(String)
  case badBody(String)
  case badTableName(String)
  case badID(String, because: String)
  case badVersion(given: String?, accepted: String)
  case wrongType(column: String, table: String, is: StoredType, given: String)
  case numberNotKept(String, column: String, table: String)
  case rowNotFound(id: String, table: String)
  case rowDeleted(id: String, table: String)
  case unauthorised
  case originRefused(String)
  case hostRefused(String)
  case unsupportedMediaType(String)
  case readOnly(String)
  /// Something in the database that this service did not make stands in the way.
  case notOurs(String)
  case unavailable

  var status: Int {
    switch self {
    case .badQuery, .badBody, .badTableName, .badID, .badVersion, .wrongType,
      .numberNotKept:
      400
    case .unauthorised: 401
    case .originRefused: 403
    case .rowNotFound: 404
    case .readOnly: 405
    case .notOurs: 409
    case .rowDeleted: 410
    case .unsupportedMediaType: 415
    case .hostRefused: 421
    case .unavailable: 503
    }
  }

  var reason: String {
    switch self {
    case .badQuery(let sentence), .badBody(let sentence), .notOurs(let sentence): sentence
    case .badTableName(let name):
      "\(name) cannot be a table: a name has letters, digits and underscores, does not begin with "
        + "a digit, has at most \(Name.lengthMax) characters, and neither sqlite_ nor syncline_ "
        + "in front."
    case .badID(let id, let because): "The id \(id) cannot be used: \(because)."
    case .badVersion(let given, let accepted):
      (given.map { "The protocol version \($0) is not spoken here" }
        ?? "The request names no protocol version")
        + ". Send the header ZUMO-API-VERSION with \(accepted). Nothing was read or written."
    case .wrongType(let column, let table, let type, let given):
      "The column \(column) of \(table) holds \(type.noun), and the request has \(given) for it. "
        + "The row was not written."
    case .numberNotKept(let digits, let column, let table):
      "The column \(column) of \(table) cannot keep \(Self.shown(digits)): \(Self.limit(digits)). "
        + "The row was not written."
    case .rowNotFound(let id, let table): "There is no row \(id) in \(table)."
    case .rowDeleted(let id, let table):
      "The row \(id) of \(table) is deleted. Ask with __includedeleted=true, or bring it back."
    case .unauthorised:
      "This service wants its key, in the header X-ZUMO-APPLICATION or as a bearer token."
    case .hostRefused(let host):
      "This service is not called \(host.prefix(100)). Use its address, or allow the name with "
        + "--allow-host. Nothing was read or written."
    case .originRefused(let origin):
      "Pages of \(origin) may not write here. Name the origin in the service's settings."
    case .unsupportedMediaType(let type):
      "A body must be application/json; this one is \(type)."
    case .readOnly(let table):
      "\(table) can only be read here: the service was started so. Nothing was written."
    case .unavailable:
      "The database could not take the request just now. Nothing was written; try again."
    }
  }

  private static func shown(_ digits: String) -> String {
    digits.utf8.count > 40 ? "\(digits.prefix(40))…" : digits
  }

  /// What a number would have to be for a column to keep it.
  private static func limit(_ digits: String) -> String {
    guard let double = Double(digits), double.isFinite else {
      return "it is too large, and numbers go up to \(Double.greatestFiniteMagnitude)"
    }
    guard double != 0 else {
      return "it is too close to 0, and the smallest number is \(Double.leastNonzeroMagnitude)"
    }
    return "it has more than \(DecimalNumber.digitsMax) digits"
  }

  var headers: HTTPHeaders {
    switch self {
    case .unauthorised: ["WWW-Authenticate": "Bearer"]
    case .unavailable: ["Retry-After": "1"]
    case .readOnly: ["Allow": "GET, HEAD, OPTIONS"]
    case .badQuery, .badBody, .badTableName, .badID, .badVersion, .wrongType, .numberNotKept,
      .rowNotFound, .rowDeleted, .originRefused, .hostRefused, .unsupportedMediaType, .notOurs:
      HTTPHeaders()
    }
  }
}

/// A column that the table does not have; what that means depends on the protocol version.
struct UnknownColumn: Error {
  let column: String
  let table: String
}
