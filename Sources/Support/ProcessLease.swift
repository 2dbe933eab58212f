import Glibc

/// Says to other processes that this one is alive: it holds the lock of one byte of a file, which the
/// system frees when the process ends, however that is.
///
/// The number of a process says less: a zombie keeps it, and after a while another program has it.
public final class ProcessLease: Sendable {
  /// Which byte it is: drawn by chance, so that hardly two that ever lived have the same.
  public let number: Int64
  private let descriptor: Int32

  /// - Parameter path: Of a file that is created when missing, and stays empty.
  public init(in path: String, random: RandomSource) throws(FileLockError) {
    descriptor = try Self.open(path)
    let drawn = random.bytes(8).reduce(UInt64(0)) { $0 << 8 | UInt64($1) }
    var lock = Self.byte(Int64(drawn >> 2) | Self.lowest)
    while fcntl(descriptor, Self.set, &lock) != 0 {
      let cause = errno
      guard cause == EAGAIN || cause == EACCES else {
        close(descriptor)
        throw FileLockError(path: path, errorNumber: cause)
      }
      lock.l_start += 1  // Another process has this one.
    }
    number = Int64(lock.l_start)
  }

  deinit {
    // A process that is being started has a copy of every descriptor for a moment.
    var lock = Self.byte(number, F_UNLCK)
    _ = fcntl(descriptor, Self.set, &lock)
    close(descriptor)
  }

  /// True while the process that drew `number` is alive.
  public static func isAlive(_ number: Int64, in path: String) throws(FileLockError) -> Bool {
    // Looking needs no right to write; where there is no file, nobody has drawn a number.
    let descriptor = Glibc.open(path, O_RDONLY | O_CLOEXEC)
    guard descriptor >= 0 || errno != ENOENT else { return false }
    guard descriptor >= 0 else { throw FileLockError(path: path, errorNumber: errno) }
    defer { close(descriptor) }
    var lock = byte(number)
    guard fcntl(descriptor, get, &lock) == 0 else {
      throw FileLockError(path: path, errorNumber: errno)
    }
    return lock.l_type != Int16(F_UNLCK)
  }

  /// Above every number that a process or a small counter may have.
  private static let lowest: Int64 = 1 << 40

  // Linux's F_OFD_SETLK and F_OFD_GETLK, which are not imported: locks of an open file and not of a
  // process, so that they tell two holders in one process apart as well.
  private static let set: Int32 = 37
  private static let get: Int32 = 36

  private static func byte(_ number: Int64, _ type: Int32 = F_WRLCK) -> Glibc.flock {
    Glibc.flock(
      l_type: Int16(type), l_whence: Int16(SEEK_SET), l_start: off_t(number), l_len: 1, l_pid: 0)
  }

  private static func open(_ path: String) throws(FileLockError) -> Int32 {
    let descriptor = Glibc.open(path, O_RDWR | O_CREAT | O_CLOEXEC, 0o600)
    guard descriptor >= 0 else { throw FileLockError(path: path, errorNumber: errno) }
    return descriptor
  }
}
