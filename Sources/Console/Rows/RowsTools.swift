import ConsoleData
import HTTPKit
import JSONKit
import Localization
import Support
import SyncCore
import SyncInspection
import TemplateKit

/// The tools of the list: search, suggestions, facets, saved views.
extension RowsPage {
  func addTools(to values: inout TemplateDictionary) {
    values.set("VALUES_LINK", Links.values(store, table.name))
    values.set("IMPORT_LINK", Links.importRows(store, table.name))
    addSearch(to: &values)
    values.add("SUGGESTIONS", list: suggestionList)
    values.set("FACETS_LINK", request.link(facets: facets == nil))
    values.show("FACETS_SHOWN", if: facets != nil)
    values.add("FACETS", list: facets.map { [$0.values(of: self)] } ?? [])
    values.add("CUT", list: page?.isCut == true ? [cut] : [])
    addPeek(to: &values)
    addViews(to: &values)
  }

  // MARK: - Search

  /// The search box; left out where hidden values would be searched too.
  private func addSearch(to values: inout TemplateDictionary) {
    guard isSearchable else { return values.show("SEARCH", if: false) }
    var search: TemplateDictionary = ["TEXT": request.searchedText]
    let others = request.settled.items.filter { $0.name !== RowListRequest.textParameter }
    search.add("KEEP", list: RowListRequest.fields(others))
    values.add("SEARCH", search)
  }

  // MARK: - Suggestions

  private var suggestionList: [TemplateDictionary] {
    guard let suggestions, let column = request.suggested else { return [] }
    var part: TemplateDictionary = ["COLUMN": column]
    part.add(
      "SUGGESTION",
      list: suggestions.values.compactMap { value in
        guard let link = request.link(suggesting: column, value) else { return nil }
        let text = value.string ?? value.serializedText
        let name = suggestions.names[text]
        var suggestion: TemplateDictionary = [
          "TEXT": text, "NAME": name ?? "", "LABEL": name ?? text, "LINK": link,
        ]
        suggestion.show("TYPABLE", if: value.fitsOneLine)
        return suggestion
      })
    part.show("NO_SUGGESTIONS", if: suggestions.values.isEmpty)
    return [part]
  }

  // MARK: - Cut short

  private var cut: TemplateDictionary {
    var values: TemplateDictionary = [
      "SECONDS": request.isPatient ? "30" : "3",
      "BY_CHANGE_LINK": request.link { $0["sort"] = nil },
    ]
    values.show("HAS_SOME", if: page?.rows.isEmpty == false)
    values.show("IS_SORTED", if: !request.sort.isEmpty)
    values.add("WAIT", list: request.isPatient ? [] : [["LINK": request.patientLink]])
    return values
  }

  // MARK: - Saved views

  private func addViews(to values: inout TemplateDictionary) {
    let query = request.viewQuery
    values.show("HAS_VIEWS", if: !views.isEmpty)
    let shown = currentView ?? changedView
    values.add("VIEW", list: views.map { view($0, isCurrent: $0.id == shown?.id) })
    let current = shown.flatMap { mayChange($0) ? $0 : nil }
    values.add(
      "CURRENT_VIEW",
      list: current.map { view in
        [
          [
            "NAME": view.name,
            "RENAME_ACTION": Links.renameView(store, table.name, view.id),
            "REMOVE_ACTION": Links.removeView(store, table.name, view.id),
          ]
        ]
      } ?? [])
    // A list with nothing but one of the tabs has its tab already.
    let isOwn = query.items.contains { $0.name != "view" }
    let saves = maySaveViews && currentView == nil && isOwn && problem == nil
    var save: TemplateDictionary = [
      "QUERY": query.encoded, "ACTION": Links.views(store, table.name),
      "SAVE_LABEL": changedView == nil ? localized("Save view") : localized("Save as new"),
    ]
    save.show("MAY_SHARE", if: mayShareViews)
    if let view = changedView, mayReplace(view) {
      var update: TemplateDictionary = ["NAME": view.name]
      update.show("SHARED", if: view.owner == nil)
      save.add("UPDATE", update)
    }
    values.add("SAVE_VIEW", list: saves ? [save] : [])
  }

  private func mayChange(_ view: SavedView) -> Bool {
    view.owner == nil ? mayShareViews : maySaveViews
  }

  /// True where saving under the view’s name takes its place.
  private func mayReplace(_ view: SavedView) -> Bool {
    mayChange(view) && (view.owner != nil || view.createdBy === who)
  }

  private func view(_ view: SavedView, isCurrent: Bool) -> TemplateDictionary {
    var values: TemplateDictionary = ["NAME": view.name, "LINK": Links.rows(view)]
    values.set("VIEW_COUNT", ifAny: viewCounts.words(of: view))
    values.show("CURRENT", if: isCurrent)
    values.show("CHANGED", if: isCurrent && changedView != nil)
    values.add("SHARED", list: view.owner == nil ? [["BY": view.createdBy.actorName]] : [])
    return values
  }
}

extension JSONValue {
  /// False for a text that a box of one line would lose the line breaks of.
  var fitsOneLine: Bool { string?.contains { $0.isNewline } != true }
}
