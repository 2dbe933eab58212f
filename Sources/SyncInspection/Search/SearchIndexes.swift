package import Support
package import SyncCore

/// The search indexes of the stores that a console has open.
package final class SearchIndexes: Sendable {
  /// Between two looks at stores that nobody writes to.
  private static let interval = Duration.seconds(1)

  private let time: any TimeSource
  /// By the path of the store's file.
  private let indexes = Locked<UTF8Dictionary<SearchIndex>>([:])

  package init(time: any TimeSource = SystemTime()) { self.time = time }

  package func index(of store: SyncContext) -> SearchIndex {
    indexes.withLock { indexes in
      if let known = indexes[store.path] { return known }
      let index = SearchIndex(ofStoreAt: store.path)
      indexes[store.path] = index
      return index
    }
  }

  /// Follows the stores until the task is cancelled, never for more than half of the time.
  package func run(_ stores: @Sendable () async -> [SyncContext]) async {
    while !Task.isCancelled {
      let begin = ContinuousClock.now
      var hasMore = false
      let open = await stores()
      await closeAll(but: UTF8Set(open.map(\.path)))
      for store in open where await index(of: store).advance(store) { hasMore = true }
      let worked = begin.duration(to: .now)
      guard (try? await time.sleep(for: hasMore ? worked : Self.interval)) != nil else { break }
    }
    await closeAll(but: [])
  }

  private func closeAll(but paths: UTF8Set) async {
    let gone = indexes.withLock { indexes in
      let gone = indexes.filter { !paths.contains($0.key) }
      for path in gone.keys { _ = indexes.removeValue(forKey: path) }
      return Array(gone.values)
    }
    for index in gone { await index.close() }
  }

  /// Removes the index of a store that was taken out of the console and closed.
  package func remove(ofStoreAt path: String) async {
    let known = indexes.withLock { $0.removeValue(forKey: path) }
    await known?.remove()
    try? SearchIndexFile.remove(SearchIndex.path(ofStoreAt: path))
  }
}
