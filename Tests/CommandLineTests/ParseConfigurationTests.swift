import RemoteParse
import SyncCore
import Testing

@testable import syncline

@Suite struct ParseConfigurationTests {
  private func read(_ remote: String, _ more: String = "") throws -> StoreDefinition? {
    let text = #"{"stores":[{"name":"notes","remote":\#(remote)\#(more)}]}"#
    return try ConfigurationFile(parsing: Array(text.utf8), file: "f").stores.first
  }

  @Test func readsAWholeStore() throws {
    let store = try #require(
      try read(
        """
        {"kind":"parse","url":"https://h/parse","applicationId":"app","masterKeyEnv":"KEY",
         "restKeyFile":"/run/rest","newIds":"auto","keyColumn":"mine","batchSize":20,
         "webhookKeyEnv":"HOOK","guard":{"column":"baseUpdatedAt","code":9001}}
        """,
        #","tables":[{"name":"Note","softDelete":{"column":"deletedAt","type":"date"}}]"#))
    #expect(
      store.remote.parse
        == ParseDefinition(
          applicationID: "app", masterKey: .environment("KEY"), restKey: .file("/run/rest"),
          webhookKey: .environment("HOOK"), newIDs: .auto, keyColumn: "mine", batchSize: 20,
          guardian: ParseGuard(column: "baseUpdatedAt", code: 9_001)))
    #expect(store.settings.overlapSeconds == 120)
    #expect(store.settings.table("Note").softDelete == .date(column: "deletedAt"))
  }

  @Test func keyColumnCanBeTurnedOffAndTheOverlapChosen() throws {
    let remote = #"{"kind":"parse","url":"https://h/parse","applicationId":"a","keyColumn":false}"#
    let store = try #require(try read(remote, #","pull":{"overlapSeconds":5}"#))
    #expect(store.remote.parse?.keyColumn == nil)
    #expect(store.settings.overlapSeconds == 5)
  }

  @Test func everyMistakeIsReportedAtOnce() throws {
    do {
      _ = try read(
        """
        {"kind":"parse","url":"ftp://h","masterKeyEnv":"A","masterKeyFile":"B",
         "sessionTokenEnv":"C","newIds":"mine","keyColumn":"a-b","batchSize":0,"apiVersion":"2.0.0",
         "guard":{"column":"a-b","more":1}}
        """, #","tables":[{"name":"Note","softDelete":"system"}]"#)
      Issue.record("it was taken")
    } catch {
      let text = "\(error)"
      for part in [
        ".guard.column:", "no setting \"more\"", ".url:", "applicationId is missing",
        ".masterKeyFile: name either",
        "sessionToken", ".newIds:", ".keyColumn:", ".batchSize:", "no setting \"apiVersion\"",
        "softDelete: this kind of server keeps no deleted rows",
      ] {
        #expect(text.contains(part), "\(part)\n\(text)")
      }
    }
  }

  @Test func secretsAreNamedAndNeverWrittenIntoTheFile() {
    #expect(throws: ConfigurationError.self) {
      try read(#"{"kind":"parse","url":"https://h","applicationId":"a","masterKey":"secret"}"#)
    }
  }
}
