import TemplateKit
import Testing

@Suite struct TemplateTextsTests {
  @Test(arguments: [
    ("<p>Nothing to push.</p>", ["Nothing to push."]),
    ("<td>{{COUNT}}</td>", []),
    ("<h1>Queue <span class=\"cnt\">{{N}}</span></h1>", ["Queue <span class=\"cnt\">{{N}}</span>"]),
    (
      "<p>Waits for {{#B}}<a href=\"{{L}}\">it</a>{{/B}}</p>",
      ["Waits for {{#B}}<a href=\"{{L}}\">it</a>{{/B}}"]
    ),
    ("<p>{{#A}}One.{{/A}}{{#B}}Two.{{/B}}</p>", ["One.", "Two."]),
    ("<a href=\"x\">{{T}}</a> · queued {{W}}", ["queued {{W}}"]),
    ("<input placeholder=\"Search rows\" aria-label=\"{{A}}\" value=\"Stays\">", ["Search rows"]),
    ("<button><svg></svg>First\n  page</button>", ["First page"]),
    ("<kbd>c</kbd><p>Set <code>live</code>.</p>", ["Set <code>live</code>."]),
    ("<kbd>Shift</kbd> <kbd>x</kbd>", ["Shift"]),
    ("{{! A comment. }}{{>frame/top}}", []),
    ("{{! Inside of a tag: a part. }}{{#A}} disabled title=\"{{T}}\"{{/A}}", []),
    ("<a{{#C}} aria-current=\"page\"{{/C}}>Go</a>", ["Go"]),
    ("{{#A}}<b>{{/A}}Text{{#A}}</b>{{/A}}", ["{{#A}}<b>{{/A}}Text{{#A}}</b>{{/A}}"]),
  ])
  func textsAreWholeSentences(_ source: String, _ texts: [String]) {
    #expect(TemplateTexts.texts(in: source) == texts)
  }

  @Test func aLibraryShowsTheTranslation() throws {
    let files = ["page": "<p title=\"Now\"> Waits for {{A}}. </p><p>Stays {{A}}</p>"]
    let library = try TemplateLibrary(files: files) { text in
      ["Waits for {{A}}.": "{{A}} fehlt.", "Now": "Jetzt"][text]
    }
    let page = try library.render("page", ["A": "x"])
    #expect(
      String(decoding: page, as: UTF8.self) == "<p title=\"Jetzt\"> x fehlt. </p><p>Stays x</p>")
  }
}
