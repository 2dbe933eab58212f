import HTTPKit
import Localization
import TemplateKit

/// The chip of a list for a range of time: its menu is a form, below links to usual ranges.
struct TimeMenu {
  /// What the form has for each end of the range.
  enum Control {
    /// For a moment.
    case moment
    /// For a day, or a moment that is written out.
    case day
  }

  let title: String
  let control: Control
  /// The ends as the form shows them.
  let from: String
  let until: String
  /// The range in words; nil for any time.
  let words: String?
  /// Usual ranges and their addresses.
  var periods: [(label: String, link: String)] = []
  /// True where the form is to be corrected.
  var isOpen = false

  /// - Parameter beginning, end: As people read them; nil where the range has none.
  static func words(_ beginning: String?, _ end: String?, includesEnd: Bool) -> String? {
    switch (beginning, end) {
    case (let from?, let to?): "\(from) – \(to)"
    case (let from?, nil): localized("from \(from)")
    case (nil, let to?): includesEnd ? localized("until \(to)") : localized("before \(to)")
    case (nil, nil): nil
    }
  }

  /// For `Selection/_time-menu.tpl`.
  func values(in filter: ListFilter) -> TemplateDictionary {
    var values: TemplateDictionary = [
      "TITLE": title, "HEAD": labelled(title, ""),
      "CHOSEN": words ?? localized("any time"), "FROM": from, "TO": until, "ACTION": filter.path,
      "REMOVE_LINK": filter.address { ($0["from"], $0["to"]) = (nil, nil) },
    ]
    values.show("IS_SET", if: words != nil)
    values.show("IS_OPEN", if: isOpen)
    values.show("HAS_PERIODS", if: !periods.isEmpty)
    values.add("PERIOD", list: periods.map { ["LABEL": $0.label, "LINK": $0.link] })
    values.add("KEPT", list: filter.kept(without: ["from", "to"]))
    values.show(control == .moment ? "MOMENTS" : "DAYS")
    return values
  }
}
