import TemplateKit
import Testing

private let hostile = "\"'<script>alert(1)</script>&\tx\n"

private func rendered(_ template: String, _ values: TemplateDictionary) throws -> String {
  let library = try TemplateLibrary(files: ["page": template])
  return String(decoding: try library.render("page", values), as: UTF8.self)
}

@Test func textIsEscapedAndKeepsItsWhiteSpace() throws {
  let page = try rendered("<p>{{V}}</p>", ["V": hostile])
  #expect(
    page == "<p>&quot;&#39;&lt;script&gt;alert(1)&lt;/script&gt;&amp;\tx\n</p>")
}

@Test(arguments: ["value", "data-url", "class", "title", "aria-label", "id", "name"])
func anAttributeCannotBeLeft(attribute: String) throws {
  let page = try rendered("<input \(attribute)=\"{{V}}\">", ["V": hostile])
  #expect(
    page
      == "<input \(attribute)=\"&quot;&#39;&lt;script&gt;alert(1)&lt;/script&gt;&amp;\tx\n\">")
}

@Test(arguments: [
  "javascript:alert(1)", "JavaScript:alert(1)", " javascript:alert(1)", "data:text/html,x",
  "vbscript:x", "java\tscript:alert(1)",
])
func anAddressWithAnotherSchemeBecomesHarmless(address: String) throws {
  for (start, end) in [
    ("<a href=\"", "\">x</a>"), ("<form action=\"", "\">"), ("<img src=\"", "\">"),
    ("<button formaction=\"", "\">"),
  ] {
    let page = try rendered("\(start){{V}}\(end)", ["V": address])
    #expect(!page.lowercased().contains("script:alert"), "\(page)")
    #expect(!page.contains("data:"), "\(page)")
  }
}

@Test func anAddressOfOurOwnIsKept() throws {
  let address = "/s/todo/t/A%20B?view=all&sort=-id&after=a%3Ab"
  let page = try rendered("<a href=\"{{V}}\">x</a>", ["V": address])
  #expect(
    page == "<a href=\"/s/todo/t/A%20B?view=all&amp;sort=-id&amp;after=a%3Ab\">x</a>")
}

@Test func aQuoteInAnAddressCannotEndTheAttribute() throws {
  let page = try rendered("<button formaction='{{V}}'>", ["V": "/x' onclick='y"])
  #expect(page == "<button formaction='/x&#39; onclick=&#39;y'>")
}

@Test(arguments: [
  ("<p {{V}}>", "outside of a quoted"), ("<p class={{V}}>", "outside of a quoted"),
  ("<style>a{}</style>", "style"), ("<p style=\"width:1%\">", "style"),
  ("<p onclick=\"x\">", "onclick"), ("<script>x</script>", "app.js"),
  ("<p>{{V:none}}</p>", "no modifier"), ("<p>{{v}}</p>", "capitals"),
  ("{{#A}}<p>", "never closed"), ("{{/A}}", "not open"), ("{{#A}}{{#B}}{{/A}}{{/B}}", "not open"),
  ("{{V", "never closed"), ("V}}", "without {{"), ("{{>nowhere}}", "no such file"),
  ("{{>../x}}", "no template below"), ("{{>page}}", "includes itself"),
  ("{{%AUTOESCAPE context=\"JSON\"}}", "not a valid name"),
])
func aTemplateThatCouldHarmIsRefused(template: String, reason: String) throws {
  let error = #expect(throws: TemplateError.self) { try rendered(template, ["V": "x"]) }
  let text = try #require(error?.description)
  #expect(text.contains(reason), "\(text)")
  #expect(text.contains(".tpl"), "\(text)")
}
