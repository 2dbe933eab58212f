import Localization
import Support

/// A preview that was shown to somebody.
protocol CachedPreview: Sendable, Equatable {
  var key: String { get }
  var store: String { get }
  var at: Timestamp { get }
  /// The run that it was used for; nil while nobody did.
  var run: RunID? { get set }
  /// How much it holds: lines or rows.
  var weight: Int { get }
}

/// Keeps previews for a while, so that their pages can be turned and come back to, and exactly such
/// a list be sent, however long it is.
///
/// In memory alone: a preview that is gone is taken anew within seconds.
final class PreviewCache<Preview: CachedPreview>: Sendable {
  private let previewsMax: Int
  private let weightMax: Int
  private let previews = Locked<[Preview]>([])

  /// - Parameter weightMax: Of all previews together, but for the newest.
  init(previewsMax: Int, weightMax: Int) {
    self.previewsMax = previewsMax
    self.weightMax = weightMax
  }

  func put(_ preview: Preview) {
    previews.withLock { previews in
      previews.removeAll { $0.isOver(preview.at) }
      previews.append(preview)
      while previews.count > 1,
        previews.count > previewsMax || previews.reduce(0, { $0 + $1.weight }) > weightMax
      {
        previews.removeFirst()
      }
    }
  }

  /// Notes that `run` does what the preview shows.
  func use(_ key: String, for run: RunID) {
    previews.withLock { previews in
      guard let index = previews.firstIndex(where: { $0.key == key }) else { return }
      previews[index].run = run
    }
  }

  /// A preview of `store` that was shown; a 410 once it is not kept any more.
  func preview(_ key: String, store: String, now: Timestamp) throws(ConsoleError) -> Preview {
    let found = previews.withLock { previews in
      previews.first { $0.key == key && $0.store === store && !$0.isOver(now) }
    }
    guard let found else {
      throw ConsoleError(
        410, title: localized("This preview has expired"),
        reason: localized(
          "Previews are kept for an hour and until the console restarts. Nothing was "
            + "changed. Create a new preview."),
        code: "preview_gone", links: [.init(localized("Sync"), Links.sync(store))])
    }
    return found
  }
}

extension CachedPreview {
  fileprivate func isOver(_ now: Timestamp) -> Bool {
    now.milliseconds - at.milliseconds > PreviewLifetime.milliseconds
  }
}

/// How long previews are kept.
private enum PreviewLifetime {
  static let milliseconds: Int64 = 3_600_000
}
