import HTTPKit

@testable import Console

extension TestBrowser {
  /// Sends the form of an import as a browser does, and follows to the preview.
  mutating func previewImport(
    _ text: String, mode: String, columns: Bool = false, file: String? = nil, into table: String,
    token: String
  ) async -> (link: String, page: HTTPResponse) {
    var fields = [("_token", token), ("text", file == nil ? text : ""), ("mode", mode)]
    if columns { fields.append(("columns", "1")) }
    var body = ""
    for (name, value) in fields {
      body += "--X\r\nContent-Disposition: form-data; name=\"\(name)\"\r\n\r\n\(value)\r\n"
    }
    if let file {
      body +=
        "--X\r\nContent-Disposition: form-data; name=\"file\"; filename=\"\(file)\"\r\n\r\n"
        + "\(text)\r\n"
    }
    body += "--X--\r\n"
    let answer = await console.send(
      .post, "/s/todo/t/\(table)/import",
      cookieField.merging([
        "Content-Type": "multipart/form-data; boundary=X", "Sec-Fetch-Site": "same-origin",
        "Origin": "http://\(TestConsole.host)",
      ]) { $1 }, body: body)
    guard let step = answer.headers["Location"] else { return ("", answer) }
    let link = step.hasSuffix("/columns") ? String(step.dropLast("/columns".count)) : step
    return (link, await get(step))
  }
}
