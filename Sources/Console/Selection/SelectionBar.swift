import HTTPKit
import Localization
import Support
import TemplateKit

/// The selection bar of a list with checkboxes: nothing selected, this page, or all that match.
///
/// Every button says how many it is about. Without script, "Select page" is a link in the pager.
struct SelectionBar {
  enum Pick: String, Sendable { case page, all }

  struct Button {
    /// The name and the value that the button sends.
    var name: String
    var value: String
    var isDanger = false
    /// The lines that it changes; nil for all that are selected.
    var part: Part?
    /// True for the button that assigns errors: counts them, and has the choice of a user beside it.
    var assigns = false
    /// What it does to `12 rows`, or to those `selected`; ends with … where a question comes in between.
    var caption: (String) -> String
  }

  /// Some lines of the list.
  struct Part {
    /// Selects them on the page.
    var lines: String
    var onPage: Int
    var total: Int
  }

  /// What the list holds.
  var things: ListedThing
  var pick: Pick?
  /// Lines on this page.
  var count: Int
  /// Lines on all pages.
  var total: Int
  var buttons: [Button]
  /// The address of the list with another choice.
  var link: (Pick?) -> String
  /// Whom the lines can be assigned to; empty where they cannot.
  var users: [String] = []
  /// The one of them who looks; comes first.
  var me: String?

  func add(to values: inout TemplateDictionary) {
    guard count > 0, !buttons.isEmpty else { return }
    let (name, bar) =
      switch pick {
      case nil: ("PICK_NONE", none)
      case .page: ("PICK_PAGE", page)
      case .all: ("PICK_ALL", all)
      }
    values.add(name, bar)
  }

  private var choices: [(value: String, label: String)] {
    let isMe = me.map(users.contains(identical:)) ?? false
    return (isMe ? [(Assignments.me, localized("Me"))] : [])
      + users.filter { $0 !== me }.map { ($0, $0) } + [(Assignments.nobody, localized("Nobody"))]
  }

  private var none: TemplateDictionary {
    var bar: TemplateDictionary = [
      "THINGS": things.plural, "SELECT_LINK": link(.page),
    ]
    bar.add("BUTTON", list: buttons.map { button($0, localized("selected")) })
    bar.add("EVERY", list: every)
    return bar
  }

  private var page: TemplateDictionary {
    var bar: TemplateDictionary = [
      "THINGS": things.plural, "COUNT": Format.number(count), "CLEAR_LINK": link(nil),
    ]
    bar.add("BUTTON", list: buttons.map { button($0, counted($0.part?.onPage ?? count, $0)) })
    bar.add("EVERY", list: every)
    return bar
  }

  private var all: TemplateDictionary {
    var bar: TemplateDictionary = [
      "THINGS": things.plural, "COUNT": Format.number(total), "CLEAR_LINK": link(nil),
      "EXPECT": "\(total)",
    ]
    bar.add("BUTTON", list: buttons.map { button($0, counted($0.part?.total ?? total, $0)) })
    return bar
  }

  /// Leads to all that match, when there are more than on this page.
  private var every: [TemplateDictionary] {
    total > count ? [["LINK": link(.all), "COUNT": Format.number(total)]] : []
  }

  private func counted(_ count: Int, as written: String? = nil, _ button: Button) -> String {
    button.assigns
      ? Format.count(count, as: written, "error") : things.counted(count, as: written)
  }

  private func button(_ button: Button, _ number: String) -> TemplateDictionary {
    var values: TemplateDictionary = [
      "NAME": button.name, "VALUE": button.value, "LABEL": button.caption(number),
      "CAPTION_ONE": button.caption(counted(1, button)),
      "CAPTION_MANY": button.caption(counted(2, as: "{0}", button)),
    ]
    values.show("DANGER", if: button.isDanger)
    if let part = button.part { values.add("PART", ["LINES": part.lines]) }
    if button.assigns {
      var assign = TemplateDictionary()
      assign.add("USER", list: choices.map { ["USER_VALUE": $0.value, "USER_NAME": $0.label] })
      values.add("ASSIGN", assign)
    }
    return values
  }
}
