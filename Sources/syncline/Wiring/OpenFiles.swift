import Glibc

/// The number of files and connections that this process may have open.
enum OpenFiles {
  /// Allows `count` where the system lets it, or as many as it does.
  ///
  /// Source: getrlimit(2), `RLIMIT_NOFILE`: the soft limit may be raised up to the hard one.
  static func allow(_ count: Int) {
    var limit = rlimit()
    let resource = __rlimit_resource_t(RLIMIT_NOFILE.rawValue)
    guard getrlimit(resource, &limit) == 0, limit.rlim_cur < rlim_t(count) else { return }
    limit.rlim_cur = min(rlim_t(count), limit.rlim_max)
    setrlimit(resource, &limit)
  }
}
