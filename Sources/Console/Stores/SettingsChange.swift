import ConsoleData
import SyncCore

/// What a change of settings does to the store's delta tokens.
enum DeltaTokenChange: Sendable {
  case keeping
  /// The new settings name another server.
  case forgetting
  /// The settings go back to the server that these belong to.
  case restoring([DeltaTokenInfo])
}

extension ConsoleServices {
  /// Changes a store's settings together with its delta tokens and its audit intents: a refusal
  /// leaves all of them as they were.
  ///
  /// - Parameters:
  ///   - store: Nil for a new one, which has neither tokens nor a file for an intent.
  ///   - save: Writes the settings.
  /// - Returns: The tokens that were forgotten.
  @discardableResult
  func changeSettings(
    of store: StoreInfo?, _ tokens: DeltaTokenChange, _ save: () async throws -> Void
  ) async throws -> [DeltaTokenInfo] {
    if let intent = AuditIntent.current {
      // The store keeps it as well, before the file has the settings.
      StoreAction.current?.intent = AuditWriter.intent(intent.doubtful)
    }
    return try await data.keepingIntent { try await change(store, tokens, save) }
  }

  private func change(
    _ store: StoreInfo?, _ tokens: DeltaTokenChange, _ save: () async throws -> Void
  ) async throws -> [DeltaTokenInfo] {
    guard let store else {
      try await save()
      return []
    }
    switch tokens {
    case .forgetting: return try await open(store).sync.forgettingDeltaTokens(save)
    case .restoring(let tokens):
      try await open(store).sync.restoringDeltaTokens(tokens, after: save)
    case .keeping:
      // Settings may be what is wrong with a store whose file cannot be used.
      if let sync = try? await open(store).sync {
        try await sync.withAuditIntent(save)
      } else {
        try await save()
      }
    }
    return []
  }
}
