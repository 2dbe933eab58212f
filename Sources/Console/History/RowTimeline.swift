import Support
import SyncCore
import SyncInspection

/// The entries of a row's history and, between them, the server's versions of its conflicts.
struct RowTimeline {
  enum Item {
    /// The place of an entry in the history.
    case entry(Int)
    case server(ServerVersion)
  }

  private let detail: RowDetail
  /// Newest first.
  let items: [Item]

  /// - Parameter filter: Nil for all.
  init(_ detail: RowDetail, _ filter: RowHistoryFilter?) {
    self.detail = detail
    let places = filter?.places(in: detail) ?? Array(detail.history.indices)
    var versions = detail.serverVersions.filter { filter?.lists($0, of: detail) ?? true }[...]
    var items: [Item] = []
    for place in places {
      while let version = versions.first, version.at >= detail.history[place].at {
        items.append(.server(version))
        versions.removeFirst()
      }
      items.append(.entry(place))
    }
    self.items = items + versions.map(Item.server)
  }

  func at(_ item: Item) -> Timestamp {
    switch item {
    case .entry(let place): detail.history[place].at
    case .server(let version): version.at
    }
  }

  /// As ``RowVersion/key``.
  func key(_ item: Item) -> String {
    switch item {
    case .entry(let place): "\(detail.history[place].id)"
    case .server(let version): version.key
    }
  }
}
