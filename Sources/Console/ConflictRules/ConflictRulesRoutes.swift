import Support

/// Conflict rules, their rehearsal, and what they decided.
extension ConsoleRoutes {
  var conflictRules: [ConsoleRoute] {
    ConflictRuleHandlers(services: services).routes
      + RuleDecisionHandlers(services: services).routes
  }
}

extension ConflictRuleHandlers {
  var routes: [ConsoleRoute] {
    [
      .get(Self.path, .storeOpen, show),
      .post(
        Self.path, .storeEdit,
        [
          "column": .text, "rule": .text, "ifNull": .text, "ifState": .text, "resolve": .boolean,
        ], save),
      .post(Self.path + "/remove", .storeEdit, ["column": .text, "ifState": .text], remove),
    ]
  }

  private static let path = "/s/{store}/t/{table}/rules"
}

extension RuleDecisionHandlers {
  var routes: [ConsoleRoute] {
    [
      .get("/s/{store}/decisions", .storeOpen, list),
      .get("/s/{store}/decisions/{decision}", .storeOpen, show),
      .post("/s/{store}/decisions/{decision}/undo", .actionUndo, [:], undo),
    ]
  }
}

extension Links {
  static func conflictRules(_ store: String, _ table: String) -> String {
    path("s", store, "t", table, "rules")
  }

  /// Conflicts that rules resolved.
  static func ruleDecisions(_ store: String) -> String { path("s", store, "decisions") }

  static func ruleDecision(_ store: String, _ id: Int64) -> String {
    path("s", store, "decisions", "\(id)")
  }
}
