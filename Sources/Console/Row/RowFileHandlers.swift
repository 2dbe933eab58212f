import ConsoleData
import HTTPKit
import JSONKit
import Localization
import Support
import SyncCore
import SyncInspection

/// Files that columns of a row name: shown, downloaded and put in place of each other.
struct RowFileHandlers: Sendable {
  let services: ConsoleServices

  /// The largest file that the console hands on.
  static let downloadMax = 20 << 20
  /// The largest picture that stands small in a list of rows.
  static let thumbnailMax = 4 << 20

  static let path = "/s/{store}/t/{table}/r/{id}/file/{column}"

  // MARK: - Showing

  /// The file's bytes, from this origin: the remote's address and its keys stay with the server.
  @Sendable func show(_ request: HTTPRequest, _ context: PageContext) async throws -> HTTPResponse {
    let (actions, column, remote) = try await place(request, context)
    let id = request.parameter("id")
    if actions.store.sync.coveredColumns(of: actions.table).contains(column) {
      try actions.store.demandUncovered(
        actions.table, back: Links.row(actions.store.name, actions.table, id))
    }
    let detail = try await actions.detail(id)
    let value = detail.record.value(column)
    guard let name = FileName.of(value) else { throw noFile(column) }
    let isThumbnail = try request.query()["view"] == FileView.thumbnail
    let place = RowReference(table: actions.table, id: detail.record.id)
    let content: FileContent
    if let queued = try await actions.store.sync.queuedFile(value, of: column, in: place) {
      content = FileContent(contentType: queued.contentType, bytes: queued.bytes)
    } else {
      do throws(RemoteError) {
        content = try await remote.download(
          value, of: actions.table, limit: isThumbnail ? Self.thumbnailMax : Self.downloadMax)
      } catch {
        // Too large, or not on the server yet: its row was not pushed.
        guard isThumbnail, [404, 413].contains(Self.status(of: error)) else {
          throw failure(error, localized("The file could not be fetched"))
        }
        return noPicture
      }
    }
    guard isThumbnail else { return Self.response(content, name: name) }
    guard RasterImage(content.bytes) != nil else { return noPicture }
    var response = Self.response(content, name: name)
    // The address of a thumbnail changes with the value that names the file.
    response.headers["Cache-Control"] = "private, max-age=300"
    return response
  }

  /// The sign of a file, in place of a picture that is none or too large for a list.
  private var noPicture: HTTPResponse { .seeOther(services.pages.files.url("file.svg")) }

  /// A file of a stranger: only pictures are shown, by what they are and not by what they are called.
  static func response(_ content: FileContent, name: String) -> HTTPResponse {
    let picture = RasterImage(content.bytes)
    let disposition = picture == nil ? "attachment" : "inline"
    return HTTPResponse(
      200,
      headers: [
        "Content-Type": picture?.contentType ?? "application/octet-stream",
        "Content-Disposition":
          "\(disposition); filename*=UTF-8''\(PercentEncoding.encodeSegment(FileName.shown(name)))",
        "Content-Security-Policy": SecurityHeaders.filePolicy,
        "X-Content-Type-Options": "nosniff", "Cache-Control": "private, no-cache",
      ], body: .bytes(content.bytes))
  }

  // MARK: - Uploading

  @Sendable func upload(
    _ request: HTTPRequest, _ context: PageContext
  ) async throws -> HTTPResponse {
    let (actions, column, remote) = try await place(request, context)
    let before = try await actions.detail(request.parameter("id"))
    let id = before.record.id
    let file = try FileSent(request)
    guard !file.bytes.isEmpty else {
      throw refused(localized("No file was sent, or it is empty. Choose a file, then upload it."))
    }
    let upload = FileUpload(
      table: actions.table, id: id, column: column, name: file.name,
      contentType: RasterImage(file.bytes)?.contentType ?? file.contentType, bytes: file.bytes)
    let sent = try await send(upload, to: remote, actions)
    let (value, decision): (JSONValue, Int64?)
    if let sent {
      // From here on the row names the file; a push that fails sends the same name again.
      value = sent
      decision = try await actions.rows.update(
        id, [column: sent], ifState: file.state, by: context.who)
    } else {
      (value, decision) = try await queue(upload, file.state, actions)
    }
    let after = try await actions.detail(id)
    let entry = try await actions.noteEdit([column], before, after, decision)
    return try await services.pages.actionResponse(
      request, context,
      redirectTo: Links.row(actions.store.name, actions.table, id),
      flash: sent == nil
        ? Flash(
          localized("\(file.name) queued."),
          detail: localized("The next push uploads it, then sends the row."),
          undoEntry: entry, offersPush: true)
        : Flash(
          localized("\(file.name) uploaded."),
          detail: localized("The next push stores its name in the row."),
          undoEntry: entry, offersPush: true),
      json: [
        "id": .string(id), "column": .string(column), "value": value,
        "queued": .bool(sent == nil), "state": .string(after.state.rawValue),
      ])
  }

  /// The value that names the file on the server; nil where it cannot be reached now.
  private func send(
    _ file: FileUpload, to remote: any FileRemote, _ actions: RowActions
  ) async throws -> JSONValue? {
    guard try await !actions.store.sync.isOffline else { return nil }
    do throws(RemoteError) {
      return try await remote.upload(file)
    } catch {
      // A file that no row names does no harm, should it have arrived.
      if case .unreachable = error { return nil }
      throw failure(error, localized("The file was not uploaded"))
    }
  }

  private func queue(
    _ file: FileUpload, _ state: RowFingerprint?, _ actions: RowActions
  ) async throws -> (JSONValue, Int64?) {
    do {
      return try await actions.store.sync.queueFile(file, ifState: state, by: actions.context.who)
    } catch is QueuedFilesFull {
      let most = Format.bytes(SyncContext.queuedFileBytesMax)
      throw ConsoleError(
        409, title: localized("Upload queue full"),
        reason: localized(
          "Queued files can total \(most). \(file.name) was not saved. Go online and push, then "
            + "upload it again."),
        code: "upload_queue_full", links: [.init(localized("Sync"), Links.sync(actions.store.name))]
      )
    }
  }

  // MARK: - Parts

  private func place(
    _ request: HTTPRequest, _ context: PageContext
  ) async throws -> (RowActions, column: String, any FileRemote) {
    let actions = try await services.rowActions(request, context)
    guard let remote = actions.store.sync.remote as? any FileRemote else {
      throw ConsoleError(
        404, title: localized("This store has no files"),
        reason: localized("Its server doesn’t store files."), code: "no_files",
        links: [.init(localized("The store"), Links.store(actions.store.name))])
    }
    let name = request.parameter("column")
    let column = try await actions.store.columns(of: actions.table).first { $0.name === name }
    guard column?.type == .file else { throw noFile(name) }
    return (actions, name, remote)
  }

  private func noFile(_ column: String) -> ConsoleError {
    ConsoleError(
      404, title: localized("No file in \(column)"),
      reason: localized("The column holds no files, or this row has none in it."), code: "no_file")
  }

  private func refused(_ reason: String) -> ConsoleError {
    ConsoleError(422, title: localized("Nothing was uploaded"), reason: reason, code: "no_file")
  }

  private func failure(_ error: RemoteError, _ title: String) -> ConsoleError {
    ConsoleError(Self.status(of: error), title: title, reason: "\(error)", code: "remote")
  }

  private static func status(of error: RemoteError) -> Int {
    switch error {
    case .tooLarge: 413
    case .notFound: 404
    case .throttled: 503
    case .redirected, .rejected, .serverFailed, .unreachable, .unauthorized, .malformed,
      .unsupported, .cancelled:
      502
    }
  }
}

/// The file of a request: a part of a form, or Base64 in JSON.
private struct FileSent {
  var name: String
  var contentType: String
  var bytes: [UInt8]
  var state: RowFingerprint?

  init(_ request: HTTPRequest) throws {
    guard request.hasJSONBody else {
      guard let form = MultipartForm(request) else {
        throw HTTPError(
          415, localized("Send the file as multipart/form-data, or as JSON with “base64”."))
      }
      let file = form.file("file")
      name = FileName.plain(file?.fileName ?? "")
      contentType = Self.plainType(nil)
      bytes = file?.bytes ?? []
      state = form["ifState"].map(RowFingerprint.init(rawValue:))
      return
    }
    let body = try request.bodyObject()
    guard let text = body["base64"]?.string, let bytes = Base64.decode(text) else {
      throw HTTPError(400, localized("“base64” must hold the file’s bytes in Base64."))
    }
    self.bytes = bytes
    name = FileName.plain(body["name"]?.string ?? "")
    contentType = Self.plainType(body["contentType"]?.string)
    state = body["ifState"]?.string.map(RowFingerprint.init(tag:))
  }

  /// A type as it may stand in a header; else the one of unknown bytes.
  private static func plainType(_ text: String?) -> String {
    guard let text, text.utf8.count <= 100, text.contains("/"),
      text.utf8.allSatisfy({ $0 > 0x20 && $0 < 0x7f && $0 != UInt8(ascii: ",") })
    else { return "application/octet-stream" }
    return text
  }
}
