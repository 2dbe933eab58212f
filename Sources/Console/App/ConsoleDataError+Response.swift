package import ConsoleData
public import HTTPKit

/// The one place where a refusal of a change of users or tokens becomes an HTTP answer.
extension ConsoleDataError: HTTPResponseError {
  package var status: Int {
    switch self {
    case .unknownUser, .goneForGood: 404
    case .userExists, .userNameAlike, .tokenExists, .lastAdmin, .tooManyViews, .tooManyStaged,
      .tooManyNotes:
      409
    case .viewExists, .viewOfOther: 409
    case .invalidName, .userNameOfProgram, .userNameMixed, .passwordTooShort, .passwordTooLong,
      .passwordCommon:
      422
    case .noMemory, .passwordChecksBusy: 503
    case .passwordChecksBusyHere: 429
    }
  }

  package var headers: HTTPHeaders {
    switch self {
    case .noMemory, .passwordChecksBusy, .passwordChecksBusyHere: ["Retry-After": "3"]
    case .invalidName, .userExists, .userNameAlike, .userNameOfProgram, .userNameMixed,
      .unknownUser, .lastAdmin, .passwordTooShort, .passwordTooLong, .passwordCommon, .tokenExists,
      .tooManyViews, .tooManyStaged, .tooManyNotes, .goneForGood, .viewExists, .viewOfOther:
      [:]
    }
  }

  package var code: String {
    switch self {
    case .unknownUser: "no_such_user"
    case .userExists: "user_exists"
    case .userNameAlike: "user_name_alike"
    case .tokenExists: "token_exists"
    case .lastAdmin: "last_admin"
    case .invalidName, .userNameOfProgram, .userNameMixed: "invalid_name"
    case .passwordTooShort, .passwordTooLong: "invalid_password"
    case .passwordCommon: "common_password"
    case .goneForGood: "gone"
    case .viewExists, .viewOfOther: "view_exists"
    case .tooManyViews: "too_many_views"
    case .tooManyStaged: "too_many_staged"
    case .tooManyNotes: "too_many_notes"
    case .noMemory, .passwordChecksBusy: "unavailable"
    case .passwordChecksBusyHere: "too_many_requests"
    }
  }

  package var reason: String { description }

  /// The field of a form that it is about; nil where it is about none.
  var field: String? {
    switch self {
    case .userExists, .userNameAlike, .userNameOfProgram, .userNameMixed, .tokenExists,
      .invalidName:
      "name"
    case .passwordTooShort, .passwordTooLong, .passwordCommon, .passwordChecksBusy,
      .passwordChecksBusyHere:
      "password"
    case .lastAdmin: "role"
    case .unknownUser, .noMemory, .tooManyViews, .tooManyStaged, .tooManyNotes, .goneForGood,
      .viewExists, .viewOfOther:
      nil
    }
  }
}
