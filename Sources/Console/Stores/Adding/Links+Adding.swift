import HTTPKit

extension Links {
  /// Where a store is added.
  package static var addStore: String { below("/stores") }

  /// The form for a further store.
  package static var newStore: String { below("/stores/new") }

  /// What a store that was just added needs next.
  static func storeAdded(_ store: String) -> String {
    with(newStore, .init([.init("added", store)]))
  }
}
