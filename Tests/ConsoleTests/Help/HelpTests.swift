import ConsoleData
import HTTPKit
import JSONKit
import Testing

@testable import Console

@Suite struct HelpTests {
  @Test func keysAndWordsAreThereForProgramsToo() async throws {
    var browser = try await TestConsole().signIn("mira", .viewer)
    let page = await browser.get("/help").page
    let json = await browser.get("/help.json").json
    let keys = try #require(json["keys"]?.array)
    let words = try #require(json["words"]?.array)
    let text = page.replacing(/<[^>]*>/, with: "")
    // The sheet that every page has, and the page itself.
    #expect(keys.count * 2 == page.matches(of: /<dt><kbd>/).count)
    for item in keys {
      let (key, does) = (item["keys"]?.string ?? "?", item["does"]?.string ?? "?")
      #expect(text.contains("\(key)\(does)"))
    }
    #expect(words.count == 10)
    for item in words {
      #expect(text.contains("\(item["word"]?.string ?? "?")\(item["meaning"]?.string ?? "?")"))
    }
  }

  @Test func wordsAreFoundInTopicsTermsAndShortcuts() async throws {
    var browser = try await TestConsole().signIn("mira", .viewer)
    let all = await browser.get("/help").page
    for topic in HelpTopic.all {
      #expect(
        all.contains("href=\"#topic-\(topic.id)\"") && all.contains("id=\"topic-\(topic.id)\""))
    }
    let page = await browser.get("/help?q=UNDELETE").page
    #expect(page.contains("id=\"topic-deleted\"") && !page.contains("id=\"topic-programs\""))
    #expect(page.contains("results for “UNDELETE”"))
    let json = await browser.get("/help.json?q=delta+token").json
    #expect(json["words"]?.array?.map { $0["word"] } == ["Delta token"])
    #expect(json["topics"]?.array?.map { $0["id"] } == ["sync"])
    let none = await browser.get("/help?q=%3Cb%3Enowhere").page
    #expect(none.contains("Nothing found for “&lt;b&gt;nowhere”") && !none.contains("<b>nowhere"))
  }

  private func timeless(_ page: HTTPResponse) -> String {
    page.page.replacing(/[0-9.]+ (ms|s|min)/, with: "")
  }

  @Test func askedForItsHeadAPageIsAsLongAsItIs() async throws {
    let console = try await TestConsole()
    var browser = try await console.signIn("mira", .viewer)
    let fields = browser.cookieField
    for target in ["/audit", "/help", "/"] {
      let page = await browser.get(target)
      let head = await console.send(.head, target, fields)
      // How long it took stands on the page.
      let (length, whole) = (timeless(head).utf8.count, timeless(page).utf8.count)
      #expect(length == whole, "\(target)")
    }
  }
}
