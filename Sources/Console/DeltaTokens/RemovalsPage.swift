import JSONKit
import Localization
import Support
import SyncCore
import TemplateKit

/// Deletions that a feed told of and whose table is not known.
struct RemovalsPage {
  var facts: StorePageContext
  var removals: [ListedRemoval]
  /// Only deletions with this text are listed.
  var text: String?

  var title: String { localized("Deletions without a table") }

  var values: TemplateDictionary {
    var values = facts.values
    values.set("TOKENS_LINK", Links.tokens(facts.store))
    let deletions = Format.count(
      removals.count, "deletion without a table", "deletions without a table")
    values.set("SUMMARY", localized("\(deletions), newest first"))
    values.add(
      "ENTRY",
      list: removals.map { removal in
        var entry = stamp(removal.at, now: facts.now)
        entry.merge([
          "ID": removal.id, "FEED": removal.feed, "REASON": localized(stored: removal.reason),
        ])
        return entry
      })
    let isEmpty = removals.isEmpty && text == nil
    values.show("EMPTY", if: isEmpty)
    if !isEmpty {
      ListFilter(
        searching: title, Links.removals(facts.store), for: text, localized("Search deletions")
      ).addTools(to: &values, shown: removals.count)
    }
    return values
  }
}

extension ListedRemoval {
  var json: JSONValue {
    [
      "id": .string(id), "feed": .string(feed), "table": JSONValue(table),
      "reason": .string(reason), "at": .string(at.description),
    ]
  }
}
