extension Links {
  /// Where a push preview is taken.
  package static func pushPreview(_ store: String) -> String { path("s", store, "push", "preview") }

  /// A preview that was taken, by its key.
  package static func pushPreview(_ store: String, _ key: String) -> String {
    path("s", store, "push", "preview", key)
  }

  /// Where a pull preview is taken.
  package static func pullPreview(_ store: String) -> String { path("s", store, "pull", "preview") }

  /// A preview that was taken, by its key.
  package static func pullPreview(_ store: String, _ key: String) -> String {
    path("s", store, "pull", "preview", key)
  }
}
