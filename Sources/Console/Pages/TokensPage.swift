import HTTPKit
import JSONKit
import Support
import SyncCore
import TemplateKit

/// Where each incremental pull goes on.
struct TokensPage {
  var facts: StoreFacts
  var tokens: [DeltaTokenInfo]

  var values: TemplateDictionary {
    var values = facts.values
    values.set("SYNC_LINK", Links.sync(facts.store))
    values.add("ENTRY", list: tokens.map(line))
    values.show("EMPTY", if: tokens.isEmpty)
    return values
  }

  private func line(_ token: DeltaTokenInfo) -> TemplateDictionary {
    var values: TemplateDictionary = [
      "TABLE": token.table, "TABLE_LINK": Links.rows(facts.store, token.table),
      "QUERY_ID": token.queryID, "AGE": "–", "FORGET_LINK": link(token, "forget"),
    ]
    // Once more: a section sees the names of the place where it was shown.
    values.show("CAN_CHANGE", if: facts.mayChange)
    if let filter = token.filter {
      values.add("FILTER", ["TEXT": filter])
    } else {
      values.show("NO_FILTER")
    }
    if let moment = token.moment {
      var shown: TemplateDictionary = ["EXACT": moment.description]
      shown.set(time: "AT", moment, now: facts.now)
      values.add("MOMENT", shown)
      values.add("REWIND", ["LINK": link(token, "rewind")])
      values.set("AGE", Format.relative(moment, now: facts.now))
    } else {
      values.add("OPAQUE", ["TEXT": Format.cut(token.value, keeping: 16)])
    }
    return values
  }

  private func link(_ token: DeltaTokenInfo, _ action: String) -> String {
    Links.with(
      Links.tokens(facts.store),
      QueryItems([
        .init("confirm", action), .init("table", token.table), .init("queryId", token.queryID),
      ]))
  }
}

extension DeltaTokenInfo {
  /// The token as a moment; nil for a remote whose tokens only it can read.
  var moment: Timestamp? { Timestamp(value) }

  var json: JSONValue {
    [
      "table": .string(table), "queryId": .string(queryID), "filter": JSONValue(filter),
      "value": .string(value), "lastPullAt": JSONValue(lastPullAt), "rows": .integer(Int64(rows)),
    ]
  }
}
