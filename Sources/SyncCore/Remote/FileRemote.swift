package import JSONKit

/// A remote that keeps files beside the rows, each named by a value in a column of a row.
package protocol FileRemote: Remote {
  /// Puts a file on the server.
  ///
  /// - Returns: The value that names the file, to be written into the row's column; until that is
  ///   pushed no row points to the file.
  func upload(_ file: FileUpload) async throws(RemoteError) -> JSONValue

  /// Fetches the file that a column's value names.
  ///
  /// - Parameter limit: In bytes; a larger file is `.tooLarge`.
  func download(
    _ value: JSONValue, of table: String, limit: Int
  ) async throws(RemoteError) -> FileContent
}

/// A file on its way to the column of a row.
package struct FileUpload: Sendable, Hashable {
  package var table: String
  package var id: String
  package var column: String
  package var name: String
  package var contentType: String
  package var bytes: [UInt8]

  package init(
    table: String, id: String, column: String, name: String, contentType: String, bytes: [UInt8]
  ) {
    self.table = table
    self.id = id
    self.column = column
    self.name = name
    self.contentType = contentType
    self.bytes = bytes
  }
}

/// A file as the server gave it.
package struct FileContent: Sendable, Hashable {
  package var contentType: String
  package var bytes: [UInt8]

  package init(contentType: String, bytes: [UInt8]) {
    self.contentType = contentType
    self.bytes = bytes
  }
}
