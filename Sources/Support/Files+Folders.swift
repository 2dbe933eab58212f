import Glibc

extension Files {
  /// Waits until a file's contents are on the disk.
  public static func flush(_ path: String) throws(FileError) {
    let descriptor = try openForReading(path)
    defer { close(descriptor) }
    guard fsync(descriptor) == 0 else {
      throw FileError(path: path, verb: .written, errorNumber: errno)
    }
  }

  /// Waits until the names in a folder are on the disk: a name that was given is durable only then.
  public static func flushNames(in folder: String) {
    let descriptor = open(folder, O_RDONLY | O_DIRECTORY | O_CLOEXEC)
    guard descriptor >= 0 else { return }
    // Some file systems cannot; the files themselves are safe by now.
    fsync(descriptor)
    close(descriptor)
  }

  /// The folder that a path is in.
  public static func parent(of path: String) -> String {
    let folder = path.lastIndex(of: "/").map { String(path[..<$0]) } ?? "."
    return folder.isEmpty ? "/" : folder
  }

  /// Shows a file of any size in parts.
  public static func forEachPart(
    of path: String, bytes: Int = 1 << 20, _ body: (ArraySlice<UInt8>) -> Void
  ) throws(FileError) {
    let descriptor = try openForReading(path)
    defer { close(descriptor) }
    var buffer = [UInt8](repeating: 0, count: bytes)
    while true {
      let count = Glibc.read(descriptor, &buffer, buffer.count)
      guard count >= 0 else { throw FileError(path: path, verb: .read, errorNumber: errno) }
      if count == 0 { return }
      body(buffer[..<count])
    }
  }

  /// The names of everything in a folder, those that start with a dot too, in order.
  public static func names(in folder: String) throws(FileError) -> [String] {
    guard let stream = opendir(folder) else {
      throw FileError(path: folder, verb: .listed, errorNumber: errno)
    }
    defer { closedir(stream) }
    var names: [String] = []
    while let entry = readdir(stream) {
      let name = withUnsafePointer(to: &entry.pointee.d_name) {
        $0.withMemoryRebound(to: CChar.self, capacity: 256) { String(cString: $0) }
      }
      if name != ".", name != ".." { names.append(name) }
    }
    return names.sorted()
  }

  /// Puts a file or folder in the place of the file or the empty folder at `target`.
  public static func put(_ path: String, inPlaceOf target: String) throws(FileError) {
    guard rename(path, target) == 0 else {
      throw FileError(path: target, verb: .written, errorNumber: errno)
    }
    flushNames(in: parent(of: target))
  }

  public static func isDirectory(_ path: String) -> Bool {
    var status = stat()
    return lstat(path, &status) == 0 && status.st_mode & S_IFMT == S_IFDIR
  }

  /// Removes a folder with everything in it; one that is not there is fine.
  public static func removeFolder(_ path: String) throws(FileError) {
    guard isDirectory(path) else { return }
    for name in try names(in: path) {
      let inner = "\(path)/\(name)"
      if isDirectory(inner) { try removeFolder(inner) } else { try remove(inner) }
    }
    guard rmdir(path) == 0 else {
      throw FileError(path: path, verb: .removed, errorNumber: errno)
    }
  }
}
