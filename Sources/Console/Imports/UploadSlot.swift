import HTTPKit
import Support

/// Where the checks put the file that an upload may be written to, once they let it through.
final class UploadSlot: Sendable {
  /// Set while a request is asked about whose body has not come yet.
  @TaskLocal static var current: UploadSlot?

  private let taken = Locked<UploadedForm?>(nil)

  /// Nil when the upload was refused.
  var form: UploadedForm? { taken.withLock { $0 } }

  func fill(
    _ route: ConsoleRoute, _ request: HTTPRequest, _ context: PageContext,
    _ services: ConsoleServices
  ) async throws {
    let type = request.headers["Content-Type"] ?? ""
    guard route.takesUploads, request.contentType == "multipart/form-data" else {
      throw ImportRefusal.wrongType
    }
    let actions = try await services.rowActions(request, context)
    _ = try await actions.store.summary(of: actions.table)
    let file = try services.imports.file(
      of: context.owner, announced: request.announcedBytes, now: context.now)
    guard let form = UploadedForm(file, contentType: type) else { throw ImportRefusal.wrongType }
    taken.withLock { $0 = form }
  }
}

extension HTTPRequest {
  /// Whether the body is for an import, and not of a kind that is short.
  var isUpload: Bool {
    let path = rawPath.prefix { $0 != "?" }
    guard path.hasSuffix("/import") || path.hasSuffix("/import/"), path.contains("/t/") else {
      return false
    }
    return !["application/json", "application/x-www-form-urlencoded"].contains(contentType)
  }
}
