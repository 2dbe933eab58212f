import CTemplate
import Support

/// All templates of a folder, parsed and checked once; rendering is safe from any thread.
///
/// `@unchecked`: the C library is changed in the initialiser only and frozen at its end.
public final class TemplateLibrary: @unchecked Sendable {
  private let handle: OpaquePointer
  private let markersByName: [String: TemplateMarkers]

  /// Loads every file `NAME.tpl` below `directory`; a template is named by its relative path
  /// without the extension, such as `frame/top`.
  ///
  /// Files whose name starts with `_` are for inclusion only. The first broken template is thrown.
  ///
  /// - Parameter translation: A text of ``TemplateTexts`` in another language; nil for one that stays.
  public convenience init(
    directory: String, translation: ((String) -> String?)? = nil
  ) throws(TemplateError) {
    var files: [String: String] = [:]
    do {
      for path in try Files.list(below: directory) where path.hasSuffix(".tpl") {
        let bytes = try Files.read("\(directory)/\(path)")
        guard let text = String(validating: bytes, as: UTF8.self) else {
          throw TemplateError.broken(file: path, reason: "it is not UTF-8")
        }
        files[String(path.dropLast(4))] = text
      }
    } catch let error as TemplateError {
      throw error
    } catch {
      throw .unreadable(directory: directory, reason: String(describing: error))
    }
    guard !files.isEmpty else {
      throw .unreadable(directory: directory, reason: "There is no .tpl file.")
    }
    try self.init(files: files, translation: translation)
  }

  /// - Parameters:
  ///   - files: The templates' texts by name.
  ///   - translation: A text of ``TemplateTexts`` in another language; nil for one that stays.
  public init(
    files: [String: String], translation: ((String) -> String?)? = nil
  ) throws(TemplateError) {
    var source = TemplateSource(
      translation.map { translation in
        files.mapValues { TemplateTexts.replaced(in: $0, by: translation) }
      } ?? files)
    var markersByName: [String: TemplateMarkers] = [:]
    var texts: [(name: String, text: String)] = []
    for name in files.keys.sorted() where !Self.isPart(name) {
      let (text, markers) = try source.prepared(name)
      markersByName[name] = markers
      texts.append((name, text))
    }
    handle = ctpl_library_new()
    for (name, text) in texts {
      guard let complaint = Self.add(name, text, to: handle) else { continue }
      ctpl_library_free(handle)  // The object was never complete, so its deinit does not run.
      throw .broken(file: "\(name).tpl", reason: complaint)
    }
    self.markersByName = markersByName
    ctpl_library_freeze(handle)
  }

  deinit { ctpl_library_free(handle) }

  /// The names of all templates that can be rendered.
  public var names: [String] { markersByName.keys.sorted() }

  /// The names that the template uses, includes resolved; nil for an unknown template.
  public func markers(of name: String) -> TemplateMarkers? { markersByName[name] }

  /// The finished page in UTF-8.
  public func render(
    _ name: String, _ values: TemplateDictionary
  ) throws(TemplateError) -> [UInt8] {
    guard markersByName[name] != nil else { throw .unknownTemplate(name) }
    var output = ctpl_text()
    var missing = ctpl_bytes()
    defer { ctpl_bytes_free(&missing) }
    let isRendered = values.withBytes { values in
      ctpl_library_render(
        handle, name, name.utf8.count, values.baseAddress, values.count, &output, &missing)
    }
    guard isRendered == 1 else { throw .refused(template: name) }
    guard missing.count == 0 else {
      let names = Self.text(missing).split(separator: "\n").map(String.init)
      throw .missingValues(template: name, names: names)
    }
    return Array(UnsafeBufferPointer(start: output.start, count: output.count))
  }

  private static func isPart(_ name: String) -> Bool {
    name.split(separator: "/").last?.hasPrefix("_") ?? false
  }

  /// Nil when ctemplate accepts the text, else its complaint.
  private static func add(_ name: String, _ text: String, to handle: OpaquePointer) -> String? {
    var complaint = ctpl_bytes()
    defer { ctpl_bytes_free(&complaint) }
    let isAdded = ctpl_library_add(
      handle, name, name.utf8.count, text, text.utf8.count, &complaint)
    let words = Self.text(complaint)
    if isAdded == 1, words.isEmpty { return nil }
    return words.isEmpty ? "ctemplate refuses it" : words.filter { !$0.isNewline }
  }

  private static func text(_ bytes: ctpl_bytes) -> String {
    String(decoding: UnsafeBufferPointer(start: bytes.start, count: bytes.count), as: UTF8.self)
  }
}
