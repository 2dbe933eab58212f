import HTTPKit
import Localization

/// How far back the charts of the overview go.
enum ChartPeriod: String, CaseIterable {
  case day = "24h"
  case week = "7d"
  case month = "30d"

  var words: String {
    switch self {
    case .day: localized("24 hours")
    case .week: localized("7 days")
    case .month: localized("30 days")
    }
  }

  /// The length of one bar, in seconds.
  var binSeconds: Int64 {
    switch self {
    case .day: 3_600
    case .week: 6 * 3_600
    case .month: 86_400
    }
  }

  var unit: String {
    switch self {
    case .day: localized("hour")
    case .week: localized("6 hours")
    case .month: localized("day")
    }
  }

  var bins: Int {
    switch self {
    case .day: 24
    case .week: 28
    case .month: 30
    }
  }

  init(_ text: String?) throws(HTTPError) {
    guard let text, !text.isEmpty else {
      self = .day
      return
    }
    guard let period = ChartPeriod(rawValue: text) else {
      throw HTTPError(400, localized("Unknown period “\(text)”. Use 24h, 7d or 30d."))
    }
    self = period
  }
}
