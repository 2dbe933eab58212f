import HTTPKit
import Localization
import Support
import TemplateKit
import Zones

/// The menu of time zones behind the clock of every page.
extension Pages {
  func addZones(
    to values: inout TemplateDictionary, _ request: HTTPRequest, _ context: PageContext,
    store: Zone?
  ) {
    let zone = PageZone.current
    values.show("ZONE_CHOSEN", if: !zone.shown.isUTC)
    values.set("ZONE_SHORT", String(Format.full(context.now).dropFirst(20)))
    // What a form was sent to is no address to come back to.
    let choices = request.method.isSafe ? Self.choices(zone, store: store) : []
    let link = { (asked: String?) in
      var items =
        context.found.address ?? QueryItems(decoding: request.rawQuery) ?? QueryItems()
      items[PageZone.parameter] = asked
      items[PageZone.typedParameter] = nil
      return Links.with(Self.address(of: request), items)
    }
    values.add(
      "ZONES",
      list: choices.isEmpty
        ? []
        : [
          Self.menu(
            choices.map { choice in
              var item: TemplateDictionary = [
                "ZONE_URL": link(choice.asked), "ZONE_NAME": choice.name,
                "ZONE_MEANING": choice.meaning,
              ]
              item.show("ZONE_CURRENT", if: choice.isCurrent)
              return item
            })
        ])
    values.add(
      "ZONE_REFUSED",
      list: zone.refusal.map { refusal in
        [
          [
            "ZONE_ASKED": "\(PageZone.parameter)=\(refusal.asked)", "ZONE_REASON": refusal.reason,
            "ZONE_REMOVE_URL": link(nil),
          ]
        ]
      } ?? [])
  }

  private struct ZoneChoice {
    var asked: String
    var name: String
    var meaning: String
    var isCurrent: Bool
  }

  private static func menu(_ items: [TemplateDictionary]) -> TemplateDictionary {
    var menu = TemplateDictionary()
    menu.add("ZONE_CHOICE", list: items)
    return menu
  }

  /// UTC, the browser's zone where its script has said it, the store's where it has one, and the
  /// one that the address names.
  private static func choices(_ zone: PageZone, store: Zone?) -> [ZoneChoice] {
    let asked = zone.asked
    var choices = [
      ZoneChoice(
        asked: Zone.utc.name, name: Zone.utc.name, meaning: localized("the server’s"),
        isCurrent: asked == nil)
    ]
    func add(_ source: PageZone.Source, _ known: Zone?, _ meaning: String) {
      let isCurrent = asked == source.rawValue
      guard isCurrent || known.map({ !$0.isUTC }) == true else { return }
      choices.append(
        ZoneChoice(
          asked: source.rawValue, name: (known ?? zone.typed).name, meaning: meaning,
          isCurrent: isCurrent))
    }
    add(.browser, zone.browser, localized("this browser’s"))
    add(
      .store, store, store == nil ? localized("a store’s, on its pages") : localized("the store’s"))
    if let asked, PageZone.Source(rawValue: asked) == nil {
      choices.append(
        ZoneChoice(
          asked: asked, name: zone.typed.name, meaning: localized("as asked"), isCurrent: true))
    }
    return choices
  }
}
