import HTTPKit
import JSONKit
import Localization
import Support
import SyncCore
import SyncInspection
import TemplateKit

/// Which entries of a row's history are listed: by who changed it, which column, where, and a text.
struct RowHistoryFilter {
  static let personParameter = "by"
  static let columnParameter = "column"
  static let sourceParameter = "source"
  /// Stands for changes that came with a sync; names of people never begin like this.
  static let sync = TrashRequest.elsewhere

  private let person: String?
  private let column: String?
  private let source: HistoryEntry.Source?
  private let text: String?

  init(_ query: QueryItems) throws(HTTPError) {
    func given(_ name: String) -> String? { query[name].flatMap { $0.isEmpty ? nil : $0 } }
    person = given(Self.personParameter)
    column = given(Self.columnParameter)
    text = try ListFilter.text(in: query)
    let word = given(Self.sourceParameter)
    source = word.flatMap(HistoryEntry.Source.init(rawValue:))
    if let word, source == nil {
      let words = HistoryEntry.Source.allCases.map(\.rawValue).joinedAsList()
      throw HTTPError(
        400, localized("Unknown \(Self.sourceParameter) “\(word)”. Use one of \(words)."))
    }
  }

  var isSet: Bool { person != nil || column != nil || source != nil || text != nil }

  /// The entries' places in the row's history.
  func places(in detail: RowDetail) -> [Int] {
    detail.history.indices.filter { place in
      let entry = detail.history[place]
      return (person.map { $0 === entry.by ?? Self.sync } ?? true)
        && (source.map { $0 == entry.source } ?? true)
        && (column.map { detail.changed(at: place).map(\.name).contains(identical: $0) } ?? true)
        && (text == nil || ChangeTexts(texts: detail.texts(at: place)).contains(text))
    }
  }

  /// Whether a version of the server is listed: it came with a sync, as what is pulled does.
  func lists(_ version: ServerVersion, of detail: RowDetail) -> Bool {
    (person.map { $0 === Self.sync } ?? true) && (source.map { $0 == .pull } ?? true)
      && (column.map { detail.changed(by: version).map(\.name).contains(identical: $0) } ?? true)
      && (text == nil || ChangeTexts(texts: detail.texts(of: version)).contains(text))
  }

  /// - Parameter list: What the page's address has besides.
  func bar(of detail: RowDetail, _ path: String, _ list: ListOrigin) -> ListFilter {
    var cleared = QueryItems([.init("tab", RowHead.Tab.history.rawValue)])
    if let field = list.field { cleared.items.append(field) }
    var items = cleared
    items[Self.personParameter] = person
    items[Self.columnParameter] = column
    items[Self.sourceParameter] = source?.rawValue
    items["text"] = text
    let words = localized("Search changes")
    var bar = ListFilter(
      name: localized("History"), path: path, items: items, text: text, label: words, hint: words,
      cleared: isSet ? Links.with(path, cleared) : nil)
    let history = detail.history
    let people = history.map { $0.by ?? Self.sync }.unique
    let columns = UTF8Set(history.indices.flatMap(detail.changed).map(\.name))
    let sources = HistoryEntry.Source.allCases.filter { source in
      history.contains { $0.source == source }
    }
    bar.menus = [
      bar.menu(
        localized("Column"), Self.columnParameter,
        detail.columns.map(\.name).filter(columns.contains).map { .init($0) }),
      bar.menu(
        localized("Person"), Self.personParameter, none: localized("anyone"),
        people.map { .init($0, $0 === Self.sync ? localized("sync") : $0.actorName) }),
      bar.menu(
        localized("Change"), Self.sourceParameter, sources.map { .init($0.rawValue, $0.label) }),
    ]
    return bar
  }
}

/// What the line of an entry says.
private struct ChangeTexts: Searchable {
  let texts: [String]
}

extension RowDetail {
  /// The sentence of an entry, and its columns with their values before and after.
  fileprivate func texts(at place: Int) -> [String] {
    let entry = history[place]
    let older = history.indices.contains(place + 1) ? history[place + 1].record : nil
    let columns = changed(at: place)
    return [entry.headline(changing: columns)] + texts(of: columns, [older, entry.record])
  }

  /// The sentence of a version of the server, and its columns with their values before and after.
  fileprivate func texts(of version: ServerVersion) -> [String] {
    let columns = changed(by: version)
    let sentence = version.sentence(changing: columns)
      .replacing(AuditSentence.who, with: localized("The server"))
    return [sentence] + texts(of: columns, [version.base, version.record])
  }

  private func texts(of columns: [Column], _ records: [Record?]) -> [String] {
    columns.flatMap { column in
      let values = records.compactMap { $0?.value(column.name) }.filter { !$0.isNull }
      return [column.name] + values.map { $0.string ?? $0.serializedText }
    }
  }

  /// The columns that an entry changed: since the entry before, or that have a value in the first.
  func changed(at place: Int) -> [Column] {
    guard let record = history[place].record else { return [] }
    let older = history.indices.contains(place + 1) ? history[place + 1].record : nil
    return changed(from: older, to: record, of: columns)
  }

  /// The columns that the server changed; those that this store does not have yet come last.
  func changed(by version: ServerVersion) -> [Column] {
    let known = UTF8Set(columns.map(\.name))
    let others = version.record.values.filter { !known.contains($0.name) }
      .map { Column($0.name, ColumnType(of: $0.value) ?? .text) }
    return changed(from: version.base, to: version.record, of: columns + others)
  }

  private func changed(
    from older: Record?, to record: Record, of columns: [Column]
  ) -> [Column] {
    columns.filter { column in
      guard !column.isSystem || column.name === SystemColumn.deleted.rawValue else { return false }
      guard let older else { return !column.isSystem && !record.value(column.name).isNull }
      return older.value(column.name) != record.value(column.name)
    }
  }
}

extension HistoryEntry.Source {
  fileprivate var label: String {
    switch self {
    case .local: localized("Changed here")
    case .push: localized("Pushed")
    case .pull: localized("Pulled")
    case .resolve: localized("Resolved")
    }
  }
}
