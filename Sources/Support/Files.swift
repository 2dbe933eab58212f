import Glibc

/// Small, whole files: configuration, secrets, templates.
public enum Files {
  /// Reads a file of at most `bytesMax` bytes.
  ///
  /// Blocks the calling thread: for start-up and for files of known, small size.
  public static func read(_ path: String, bytesMax: Int = 16 << 20) throws(FileError) -> [UInt8] {
    let descriptor = open(path, O_RDONLY | O_CLOEXEC)
    guard descriptor >= 0 else { throw FileError(path: path, verb: "read", errorNumber: errno) }
    defer { close(descriptor) }
    var bytes: [UInt8] = []
    var buffer = [UInt8](repeating: 0, count: 64 << 10)
    while true {
      let count = Glibc.read(descriptor, &buffer, buffer.count)
      guard count >= 0 else { throw FileError(path: path, verb: "read", errorNumber: errno) }
      if count == 0 { return bytes }
      bytes.append(contentsOf: buffer[..<count])
      guard bytes.count <= bytesMax else {
        throw FileError(path: path, verb: "read", errorNumber: EFBIG)
      }
    }
  }

  /// Writes a file that only its owner can read; a reader never sees half of it.
  public static func write(_ bytes: [UInt8], to path: String) throws(FileError) {
    let temporary = path + ".new"
    let descriptor = open(temporary, O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC, 0o600)
    guard descriptor >= 0 else { throw FileError(path: path, verb: "written", errorNumber: errno) }
    var position = 0
    while position < bytes.count {
      let count = bytes[position...].withUnsafeBytes {
        Glibc.write(descriptor, $0.baseAddress, $0.count)
      }
      guard count >= 0 else {
        let cause = errno
        close(descriptor)
        throw FileError(path: path, verb: "written", errorNumber: cause)
      }
      position += count
    }
    let isFlushed = fsync(descriptor) == 0
    close(descriptor)
    guard isFlushed, rename(temporary, path) == 0 else {
      throw FileError(path: path, verb: "written", errorNumber: errno)
    }
  }

  public static func exists(_ path: String) -> Bool { access(path, F_OK) == 0 }

  /// Creates a directory and those above it, open to their owner only; one that is there stays.
  public static func createDirectory(_ path: String) throws(FileError) {
    guard !exists(path) else { return }
    if let slash = path.lastIndex(of: "/"), slash > path.startIndex {
      try createDirectory(String(path[..<slash]))
    }
    guard mkdir(path, 0o700) == 0 || errno == EEXIST else {
      throw FileError(path: path, verb: "created", errorNumber: errno)
    }
  }

  /// The regular files below `directory`, as paths relative to it, in order of their names.
  ///
  /// Symbolic links and names that start with a dot are left out, so that nothing outside the
  /// folder is ever listed.
  public static func list(below directory: String) throws(FileError) -> [String] {
    var found: [String] = []
    try collect(directory, prefix: "", into: &found)
    return found.sorted()
  }

  private static func collect(
    _ directory: String, prefix: String, into found: inout [String]
  ) throws(FileError) {
    guard let stream = opendir(directory) else {
      throw FileError(path: directory, verb: "listed", errorNumber: errno)
    }
    defer { closedir(stream) }
    while let entry = readdir(stream) {
      let name = withUnsafePointer(to: &entry.pointee.d_name) {
        $0.withMemoryRebound(to: CChar.self, capacity: 256) { String(cString: $0) }
      }
      guard !name.hasPrefix(".") else { continue }
      var status = stat()
      guard lstat("\(directory)/\(name)", &status) == 0 else {
        throw FileError(path: "\(directory)/\(name)", verb: "listed", errorNumber: errno)
      }
      switch status.st_mode & S_IFMT {
      case S_IFREG: found.append(prefix + name)
      case S_IFDIR: try collect("\(directory)/\(name)", prefix: "\(prefix)\(name)/", into: &found)
      default: continue
      }
    }
  }

  /// Removes a file; one that is not there is fine.
  public static func remove(_ path: String) throws(FileError) {
    guard unlink(path) == 0 || errno == ENOENT else {
      throw FileError(path: path, verb: "removed", errorNumber: errno)
    }
  }

  /// The directory of the running program's own file.
  public static func executableDirectory() -> String? {
    var buffer = [CChar](repeating: 0, count: Int(PATH_MAX))
    let count = readlink("/proc/self/exe", &buffer, buffer.count)
    guard count > 0 else { return nil }
    let path = String(decoding: buffer[..<count].map { UInt8(bitPattern: $0) }, as: UTF8.self)
    return path.lastIndex(of: "/").map { String(path[..<$0]) }
  }
}

public struct FileError: Error, Equatable, CustomStringConvertible {
  public let path: String
  let verb: String
  public let errorNumber: Int32

  public var isMissing: Bool { errorNumber == ENOENT }

  public var description: String {
    "\(path) cannot be \(verb): \(String(cString: strerror(errorNumber)))."
  }
}
