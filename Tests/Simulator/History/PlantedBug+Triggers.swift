import SyncCore

/// The bugs that triggers make.
extension PlantedBug {
  /// Statements on the client's store when it is opened; triggers go with the connection.
  var storeStatements: [String] {
    let drop =
      "DELETE FROM MS_TableOperations WHERE id = NEW.operationId; "
      + "DELETE FROM syncline_operations WHERE operationId = NEW.operationId"
    return switch self {
    case .operationLost:
      [after("INSERT ON syncline_operations", when: "NEW.operationId % 3 = 0", drop)]
    case .chainedOperationLost:
      [
        after(
          "INSERT ON syncline_operations",
          when: """
            EXISTS (SELECT 1 FROM main.syncline_operations o WHERE o.itemId = NEW.itemId
              AND o.operationId < NEW.operationId)
            """, drop)
      ]
    case .unknownCountsAsDone: [state(.unknown, drop)]
    case .interruptedCountsAsDone:
      ["MS_TableOperations WHERE id", "syncline_operations WHERE operationId"].map {
        """
        DELETE FROM \($0) IN (
          SELECT operationId FROM syncline_errors WHERE errorId LIKE 'interrupted-%')
        """
      }
    case .conflictDropped: [state(.conflict, drop)]
    case .rejectionDropped: [state(.failed, drop)]
    case .pendingRowClobbered:
      [copied("UPDATE items SET w = json_extract(NEW.record, '$.w') WHERE id = NEW.itemId")]
    case .pendingChangeRebased:
      [
        copied(
          """
          UPDATE syncline_operations SET baseVersion = json_extract(NEW.record, '$.version')
          WHERE itemId = NEW.itemId AND baseVersion IS NOT NULL
          """)
      ]
    case .ruleDecidesOnStaleCopy:
      [
        copied(
          """
          UPDATE syncline_server_copies SET record = json_set(NEW.record, '$.w',
            (SELECT json_extract(b.record, '$.w') FROM main.syncline_bases b
             WHERE b.itemId = NEW.itemId))
          WHERE itemId = NEW.itemId
          """)
      ]
    case .ruleDecisionUnlisted:
      [
        after(
          "INSERT ON syncline_conflicts", when: "NEW.rules IS NOT NULL",
          "DELETE FROM syncline_conflicts WHERE id = NEW.id")
      ]
    case .importedRowForgotten:
      [
        after(
          "INSERT ON syncline_imported", when: "NEW.itemId IN ('r1', 'r4')",
          "DELETE FROM syncline_imported WHERE importId = NEW.importId AND itemId = NEW.itemId")
      ]
    case .tokenAhead: token("+60 seconds")
    case .tokenMovesBack: token("-3600 seconds")
    case .tokenBeforeRows:
      [
        after(
          "INSERT ON syncline_history",
          when: "NEW.source = 'pull' AND NEW.id % 4 = 0",
          "DELETE FROM items WHERE id = NEW.itemId")
      ]
    case .sentInsertCollapsed:
      [
        after(
          "INSERT ON syncline_operations",
          when: """
            EXISTS (SELECT 1 FROM main.syncline_operations o WHERE o.itemId = NEW.itemId
              AND o.state = 1 AND o.operationId < NEW.operationId)
            """,
          """
          DELETE FROM MS_TableOperations WHERE itemId = NEW.itemId;
          DELETE FROM syncline_operations WHERE itemId = NEW.itemId
          """)
      ]
    default: []
    }
  }

  /// Triggers on the table of the client's store, which exists after the first pull.
  var rowTriggers: [String] {
    switch self {
    case .tombstoneIgnored:
      [
        after(
          "UPDATE OF deleted ON items", when: "NEW.deleted = 1",
          "UPDATE items SET deleted = 0 WHERE id = NEW.id")
      ]
    case .columnLost:
      [
        after(
          "INSERT ON items", when: "NEW.version IS NOT NULL",
          "UPDATE items SET m = NULL WHERE id = NEW.id")
      ]
    default: []
    }
  }

  /// Triggers in the service's database.
  var serviceTriggers: [String] {
    switch self {
    case .stampsMoveBack:
      [
        """
        CREATE TRIGGER planted AFTER UPDATE ON items WHEN NEW.n % 2 = 1 AND NEW.updatedAt > '2001'
        BEGIN UPDATE items SET updatedAt = '2000-01-01T00:00:00.000Z' WHERE id = NEW.id; END
        """
      ]
    case .versionKept:
      [
        """
        CREATE TRIGGER planted AFTER UPDATE ON items WHEN NEW.version <> OLD.version
        BEGIN UPDATE items SET version = OLD.version WHERE id = NEW.id; END
        """
      ]
    default: []
    }
  }

  private func after(_ event: String, when condition: String = "1", _ statements: String) -> String
  {
    let target = event.replacing(" ON ", with: " ON main.")
    return """
      CREATE TEMP TRIGGER planted AFTER \(target) WHEN \(condition) BEGIN \(statements); END
      """
  }

  private func state(_ state: OperationState, _ statements: String) -> String {
    after(
      "UPDATE OF state ON syncline_operations", when: "NEW.state = \(state.code)", statements)
  }

  /// When the service's copy of a row with a pending change is stored.
  private func copied(_ statement: String) -> String {
    after("INSERT ON syncline_server_copies", statement)
  }

  private func token(_ difference: String) -> [String] {
    ["INSERT", "UPDATE OF value"].map { event in
      """
      CREATE TEMP TRIGGER planted_\(event.prefix(6)) AFTER \(event) ON main.MS_TableConfig
      WHEN NEW.keyType = 0 AND NEW.value LIKE '____-__-__T%' BEGIN
        UPDATE MS_TableConfig
        SET value = strftime('%Y-%m-%dT%H:%M:%fZ', NEW.value, '\(difference)') WHERE id = NEW.id;
      END
      """
    }
  }
}
