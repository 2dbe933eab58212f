import Glibc
import Localization

/// Small, whole files: configuration, secrets, templates.
public enum Files {
  /// Reads a file of at most `bytesMax` bytes.
  ///
  /// Blocks the calling thread: for start-up and for files of known, small size.
  public static func read(_ path: String, bytesMax: Int = 16 << 20) throws(FileError) -> [UInt8] {
    let descriptor = try openForReading(path)
    defer { close(descriptor) }
    return try readAll(descriptor, of: path, bytesMax: bytesMax)
  }

  static func openForReading(_ path: String) throws(FileError) -> Int32 {
    let descriptor = open(path, O_RDONLY | O_CLOEXEC)
    guard descriptor >= 0 else { throw FileError(path: path, verb: .read, errorNumber: errno) }
    return descriptor
  }

  static func readAll(
    _ descriptor: Int32, of path: String, bytesMax: Int
  ) throws(FileError) -> [UInt8] {
    var bytes: [UInt8] = []
    var buffer = [UInt8](repeating: 0, count: 64 << 10)
    while true {
      let count = Glibc.read(descriptor, &buffer, buffer.count)
      guard count >= 0 else { throw FileError(path: path, verb: .read, errorNumber: errno) }
      if count == 0 { return bytes }
      bytes.append(contentsOf: buffer[..<count])
      guard bytes.count <= bytesMax else {
        throw FileError(path: path, verb: .read, errorNumber: EFBIG)
      }
    }
  }

  /// Writes a file that only its owner can read; a reader never sees half of it.
  public static func write(_ bytes: [UInt8], to path: String) throws(FileError) {
    try write(bytes, to: path, mode: 0o600)
  }

  /// Writes a file anew, keeping the rights of the one that it takes the place of.
  ///
  /// It is on the disk with its name when this returns. Where `path` is a symbolic link, the file
  /// that it leads to is replaced, and the link stays.
  public static func replace(_ bytes: [UInt8], at path: String) throws(FileError) {
    let path = resolved(path)
    try write(bytes, to: path, mode: (stamp(of: path)?.mode ?? 0o600) & 0o777)
    flushNames(in: parent(of: path))
  }

  /// Gives a file another name on the same disk; a file that has that name is never replaced.
  public static func move(_ path: String, to target: String) throws(FileError) {
    guard !exists(target) else {
      throw FileError(path: target, verb: .written, errorNumber: EEXIST)
    }
    guard rename(path, target) == 0 else {
      throw FileError(path: path, verb: .moved, errorNumber: errno)
    }
    flushNames(in: parent(of: target))
    flushNames(in: parent(of: path))
  }

  private static func write(
    _ bytes: [UInt8], to path: String, mode: mode_t
  ) throws(FileError) {
    let temporary = path + ".new"
    let descriptor = open(temporary, O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC, 0o600)
    guard descriptor >= 0 else { throw FileError(path: path, verb: .written, errorNumber: errno) }
    var position = 0
    while position < bytes.count {
      let count = bytes[position...].withUnsafeBytes {
        Glibc.write(descriptor, $0.baseAddress, $0.count)
      }
      guard count >= 0 else {
        let cause = errno
        close(descriptor)
        throw FileError(path: path, verb: .written, errorNumber: cause)
      }
      position += count
    }
    let isFlushed = fchmod(descriptor, mode) == 0 && fsync(descriptor) == 0
    close(descriptor)
    guard isFlushed, rename(temporary, path) == 0 else {
      throw FileError(path: path, verb: .written, errorNumber: errno)
    }
  }

  private static func resolved(_ path: String) -> String {
    guard let real = realpath(path, nil) else { return path }
    defer { free(real) }
    return String(cString: real)
  }

  /// What tells one version of a file from another, without reading it.
  public struct Stamp: Sendable, Equatable {
    public let mode: UInt32
    public let size: Int
    let seconds: Int
    let nanoseconds: Int
    /// When the file was last written to.
    public var modifiedAt: Timestamp {
      Timestamp(milliseconds: Int64(seconds) * 1_000 + Int64(nanoseconds / 1_000_000))
    }
    public let node: UInt64
    public let device: UInt64

    /// True when both are of one file, whatever was written to it in between.
    public func isSameFile(as other: Stamp) -> Bool {
      node == other.node && device == other.device
    }
  }

  /// Nil when there is no such file.
  public static func stamp(of path: String) -> Stamp? {
    var status = stat()
    guard stat(path, &status) == 0 else { return nil }
    return Stamp(
      mode: status.st_mode, size: status.st_size, seconds: status.st_mtim.tv_sec,
      nanoseconds: status.st_mtim.tv_nsec, node: UInt64(status.st_ino),
      device: UInt64(status.st_dev))
  }

  /// In bytes; 0 when there is no such file.
  public static func size(of path: String) -> Int { stamp(of: path)?.size ?? 0 }

  /// Copies a file of any size to a new one that only its owner can read.
  public static func copy(_ path: String, to target: String) throws(FileError) {
    let source = try openForReading(path)
    defer { close(source) }
    let copy = open(target, O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC, 0o600)
    guard copy >= 0 else { throw FileError(path: target, verb: .written, errorNumber: errno) }
    defer { close(copy) }
    var buffer = [UInt8](repeating: 0, count: 1 << 20)
    while true {
      let count = Glibc.read(source, &buffer, buffer.count)
      guard count >= 0 else { throw FileError(path: path, verb: .read, errorNumber: errno) }
      if count == 0 { return }
      var rest = buffer[..<count]
      while !rest.isEmpty {
        let written = rest.withUnsafeBytes { Glibc.write(copy, $0.baseAddress, $0.count) }
        guard written >= 0 else {
          throw FileError(path: target, verb: .written, errorNumber: errno)
        }
        rest = rest.dropFirst(written)
      }
    }
  }

  /// What keeps a file from being replaced.
  public enum Protection: Sendable, Equatable {
    case folder(String)
    case file(String)
  }

  /// What keeps a file from being replaced; nil when nothing does.
  ///
  /// A file without any right to write counts as protected for the system's administrator too.
  public static func protection(of path: String) -> Protection? {
    let path = resolved(path)
    let directory = path.lastIndex(of: "/").map { String(path[..<$0]) } ?? "."
    guard access(directory, W_OK) == 0 else { return .folder(directory) }
    guard let stamp = stamp(of: path) else { return nil }
    guard stamp.mode & 0o222 != 0, access(path, W_OK) == 0 else { return .file(path) }
    return nil
  }

  public static func exists(_ path: String) -> Bool { access(path, F_OK) == 0 }

  /// True when files can be made beside `path`.
  public static func isWritable(folderOf path: String) -> Bool {
    access(parent(of: path), W_OK) == 0
  }

  /// The number with which the system refuses a new file beside `path`; nil when it takes one.
  public static func refusal(folderOf path: String) -> Int32? {
    // A file without a name, which is gone when it is closed. A file system may not have them.
    let file = open(parent(of: path), unnamedFile | O_WRONLY | O_CLOEXEC, 0o600)
    guard file >= 0 else { return errno }
    defer { close(file) }
    let page = [UInt8](repeating: 0, count: 32 << 10)
    let written = Glibc.write(file, page, page.count)
    guard written >= 0 else { return errno }
    return written < page.count ? ENOSPC : nil
  }

  /// True for the numbers with which the system refuses a write for want of room.
  public static func isNoRoom(_ errorNumber: Int32) -> Bool {
    errorNumber == ENOSPC || errorNumber == EDQUOT
  }

  /// True for the number with which the system refuses a write to a file system that can only be read.
  public static func isReadOnlyDisk(_ errorNumber: Int32) -> Bool { errorNumber == EROFS }

  /// `O_TMPFILE`, which C composes in a way that Swift cannot import.
  private static let unnamedFile = 0o20_000_000 | O_DIRECTORY

  /// Creates a directory and those above it, open to their owner only; one that is there stays.
  public static func createDirectory(_ path: String) throws(FileError) {
    guard !exists(path) else { return }
    if let slash = path.lastIndex(of: "/"), slash > path.startIndex {
      try createDirectory(String(path[..<slash]))
    }
    guard mkdir(path, 0o700) == 0 || errno == EEXIST else {
      throw FileError(path: path, verb: .created, errorNumber: errno)
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
    for name in try names(in: directory) where !name.hasPrefix(".") {
      var status = stat()
      guard lstat("\(directory)/\(name)", &status) == 0 else {
        throw FileError(path: "\(directory)/\(name)", verb: .listed, errorNumber: errno)
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
      throw FileError(path: path, verb: .removed, errorNumber: errno)
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

extension FileError: StorageFailure {
  public var storageProblem: StorageProblem? {
    StorageProblem(
      errorNumber: errorNumber, writing: verb != .read && verb != .listed, file: path)
  }
}

public struct FileError: Error, Equatable, CustomStringConvertible {
  /// What was to be done with the file.
  enum Verb: Sendable {
    case created, listed, moved, read, removed, written
  }

  public let path: String
  let verb: Verb
  public let errorNumber: Int32

  public var isMissing: Bool { errorNumber == ENOENT }

  public var description: String {
    switch verb {
    case .created: localized("\(path) cannot be created: \(reason).")
    case .listed: localized("\(path) cannot be listed: \(reason).")
    case .moved: localized("\(path) cannot be moved: \(reason).")
    case .read: localized("\(path) cannot be read: \(reason).")
    case .removed: localized("\(path) cannot be removed: \(reason).")
    case .written: localized("\(path) cannot be written: \(reason).")
    }
  }

  /// What the system calls it; rare ones have no translation.
  private var reason: String {
    switch errorNumber {
    case ENOENT: localized("No such file or directory")
    case EACCES: localized("Permission denied")
    case ENOTDIR: localized("Not a directory")
    case EISDIR: localized("Is a directory")
    case EEXIST: localized("File exists")
    case EFBIG: localized("File too large")
    case ENOSPC: localized("No space left on device")
    case EROFS: localized("Read-only file system")
    default: String(cString: strerror(errorNumber))
    }
  }
}
