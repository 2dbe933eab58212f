import ConsoleData
import HTTPKit
import JSONKit
import Localization
import Support

/// Runs of exactly what a preview showed.
extension SyncHandlers {
  /// Leads to the run that a preview was used for before.
  func usedBefore(
    _ run: RunID, _ order: RunRequest, _ store: StoreHandle, _ request: HTTPRequest,
    _ context: PageContext
  ) async throws -> HTTPResponse {
    try await services.pages.actionResponse(
      request, context, redirectTo: Links.run(store.name, run),
      flash: Flash(
        localized("This preview was already used by this run."),
        detail: order.kind == .push
          ? localized("Nothing was sent again. Preview again to send the rest.")
          : localized("Nothing was pulled again. Preview again to see current differences."),
        kind: .warn),
      json: ["run": .integer(run)])
  }

  /// What the person or the program saw before.
  func addPreview(
    to order: inout RunRequest, _ body: ActionBody, _ store: StoreHandle, _ context: PageContext
  ) throws {
    if order.kind != .sync, let key = body.text("preview") {
      return try addPreview(key, to: &order, store, context)
    }
    var items: [JSONValue] = []
    if let form = body.form {
      let texts = form.values("previewed")
      items = texts.map { (try? JSONValue(parsing: $0)) ?? .string($0) }
    } else {
      items = body.json?["previewed"]?.array ?? []
    }
    guard !items.isEmpty || body.json?["previewed"]?.array != nil else { return }
    let wrong = HTTPError(
      422,
      localized(
        "previewed contains values that are not from a preview. Create a new preview. Nothing "
          + "was sent."))
    if order.kind == .push {
      guard order.operations == nil, order.tables == nil else {
        throw HTTPError(
          422, localized("previewed cannot be combined with other members. Nothing was sent."))
      }
      order.previewed = try items.map { item in
        guard let one = PreviewedSend(item) else { throw wrong }
        return one
      }
    } else {
      order.previewedPulls = try items.map { item in
        guard let one = PreviewedPull(item) else { throw wrong }
        return one
      }
      var pushes: [Int64: PreviewedSend] = [:]
      for item in items.flatMap({ $0["pushes"]?.array ?? [] }) {
        guard let one = PreviewedSend(item) else { throw wrong }
        pushes[one.id] = one
      }
      order.previewed = pushes.values.sorted { $0.id < $1.id }
    }
  }

  /// What the console showed under `key`.
  private func addPreview(
    _ key: String, to order: inout RunRequest, _ store: StoreHandle, _ context: PageContext
  ) throws {
    if order.kind == .push {
      guard order.operations == nil, order.tables == nil else {
        throw HTTPError(
          422, localized("preview cannot be combined with other members. Nothing was sent."))
      }
      let preview = try services.previews.preview(key, store: store.name, now: context.now)
      order.previewed = preview.sendable.map(PreviewedSend.init)
    } else {
      guard order.tables == nil, !order.isFull else {
        throw HTTPError(
          422, localized("preview cannot be combined with other members. Nothing was pulled."))
      }
      let preview = try services.pullPreviews.preview(key, store: store.name, now: context.now)
      order.tables = preview.tables
      order.isFull = preview.isFull
      order.previewedPulls = preview.readable.map(PreviewedPull.init)
      order.previewed = preview.pushes
    }
    order.previewKey = key
  }
}

extension ConsoleServices {
  /// The run that the order's preview was used for before; nil when it was not.
  func run(usingPreviewOf order: RunRequest, now: Timestamp) throws -> RunID? {
    guard let key = order.previewKey else { return nil }
    return order.kind == .push
      ? try previews.preview(key, store: order.store, now: now).run
      : try pullPreviews.preview(key, store: order.store, now: now).run
  }
}
