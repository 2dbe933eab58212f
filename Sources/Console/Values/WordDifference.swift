/// What two texts have in common, word by word, in the order in which it stands in both.
struct WordDifference {
  /// A piece that both texts have, or what stands in one place of each.
  struct Part: Equatable {
    var same = ""
    var removed = ""
    var added = ""

    var isChange: Bool { !removed.isEmpty || !added.isEmpty }
  }

  /// Texts that take more comparisons than this are compared by sentences first.
  ///
  /// Then they are compared by words where sentences differ. Where there are too many sentences too,
  /// those that stand once in either text are found first. What is too long for all of that counts as
  /// changed.
  private static let comparisonsMax = 250_000

  let parts: [Part]

  init(_ old: String, _ new: String) {
    let (old, new) = (Self.words(old), Self.words(new))
    let shorter = min(old.count, new.count)
    var head = 0
    while head < shorter, old[head] == new[head] { head += 1 }
    var tail = 0
    while tail < shorter - head, old[old.count - 1 - tail] == new[new.count - 1 - tail] {
      tail += 1
    }
    var runs = Self.changes(old[head..<(old.count - tail)], new[head..<(new.count - tail)])
    runs.insert(Run(same: new[..<head]), at: 0)
    runs.append(Run(same: new[(new.count - tail)...]))
    parts = Self.merged(runs).map { run in
      Part(same: run.same.joined(), removed: run.removed.joined(), added: run.added.joined())
    }
  }

  private struct Run {
    var same: ArraySlice<String> = []
    var removed: [String] = []
    var added: [String] = []

    var isEmpty: Bool { same.isEmpty && removed.isEmpty && added.isEmpty }
    var isChange: Bool { !removed.isEmpty || !added.isEmpty }
    var hasWord: Bool { same.contains(where: WordDifference.isWord) }
  }

  /// What differs between two lists of words, by words where that is possible.
  private static func changes(_ old: ArraySlice<String>, _ new: ArraySlice<String>) -> [Run] {
    let (old, new) = (Array(old), Array(new))
    if let runs = runs(old, new) { return runs }
    let (oldSentences, newSentences) = (sentences(old), sentences(new))
    let sentences = runs(oldSentences, newSentences) ?? anchored(oldSentences, newSentences)
    return sentences.flatMap { run -> [Run] in
      guard run.isChange else { return [Run(same: words(run.same.joined())[...])] }
      let (removed, added) = (words(run.removed.joined()), words(run.added.joined()))
      return runs(removed, added) ?? [Run(removed: removed, added: added)]
    }
  }

  /// The longest common subsequence, where words count more than what stands between them; nil when
  /// there is too much to compare.
  private static func runs(_ old: [String], _ new: [String]) -> [Run]? {
    guard !old.isEmpty, !new.isEmpty else { return [Run(removed: old, added: new)] }
    guard old.count * new.count <= comparisonsMax else { return nil }
    let width = new.count + 1
    var best = [Int32](repeating: 0, count: (old.count + 1) * width)
    for i in old.indices.reversed() {
      let weight: Int32 = isWord(old[i]) ? 64 : 1
      for j in new.indices.reversed() {
        let skipped = max(best[(i + 1) * width + j], best[i * width + j + 1])
        best[i * width + j] =
          old[i] == new[j] ? max(skipped, weight + best[(i + 1) * width + j + 1]) : skipped
      }
    }
    var runs: [Run] = []
    var (i, j) = (0, 0)
    while i < old.count || j < new.count {
      let here = best[i * width + j]
      if i < old.count, here == best[(i + 1) * width + j] {
        if runs.last?.same.isEmpty != true { runs.append(Run()) }
        runs[runs.count - 1].removed.append(old[i])
        i += 1
      } else if j < new.count, here == best[i * width + j + 1] {
        if runs.last?.same.isEmpty != true { runs.append(Run()) }
        runs[runs.count - 1].added.append(new[j])
        j += 1
      } else {
        if runs.last?.isChange != false { runs.append(Run()) }
        runs[runs.count - 1].same.append(new[j])
        (i, j) = (i + 1, j + 1)
      }
    }
    return runs
  }

  /// What lies between sentences that stand exactly once in both texts, and in the same order.
  private static func anchored(_ old: [String], _ new: [String]) -> [Run] {
    var found: [Run] = []
    var (i, j) = (0, 0)
    func add(upTo oldEnd: Int, _ newEnd: Int) {
      let (removed, added) = (Array(old[i..<oldEnd]), Array(new[j..<newEnd]))
      found += runs(removed, added) ?? [Run(removed: removed, added: added)]
    }
    for anchor in CommonSubsequence(old, new).places {
      add(upTo: anchor.old, anchor.new)
      found.append(Run(same: [old[anchor.old]]))
      (i, j) = (anchor.old + 1, anchor.new + 1)
    }
    add(upTo: old.count, new.count)
    return found.filter { !$0.isEmpty }
  }

  /// Changes with no word between them are one change: a blank that stayed is nothing to read.
  private static func merged(_ runs: [Run]) -> [Run] {
    var merged: [Run] = []
    let runs = runs.filter { !$0.isEmpty }
    for (index, run) in runs.enumerated() {
      let last = merged.count - 1
      if run.isChange, last >= 0, merged[last].isChange {
        merged[last].removed += run.removed
        merged[last].added += run.added
      } else if !run.isChange, last >= 0, !merged[last].isChange {
        merged[last].same += run.same
      } else if !run.isChange, !run.hasWord, last >= 0, merged[last].isChange,
        index + 1 < runs.count, runs[index + 1].isChange,
        replaces(merged[last]) && replaces(runs[index + 1])
      {
        merged[last].removed += run.same
        merged[last].added += run.same
      } else {
        merged.append(run)
      }
    }
    return merged
  }

  private static func replaces(_ run: Run) -> Bool { !run.removed.isEmpty && !run.added.isEmpty }

  private static func isWord(_ word: String) -> Bool {
    word.first.map { $0.isLetter || $0.isNumber } ?? false
  }

  /// Words put together up to the end of each line, or of what reads like a sentence.
  private static func sentences(_ words: [String]) -> [String] {
    var sentences: [String] = []
    var open = ""
    for (index, word) in words.enumerated() {
      open += word
      let isBeforeBlank = index + 1 < words.count && words[index + 1].first == " "
      if word.last?.isNewline == true || (isBeforeBlank && ".!?;".contains(word)) {
        sentences.append(open)
        open = ""
      }
    }
    return open.isEmpty ? sentences : sentences + [open]
  }

  /// Words, and everything between them character by character.
  private static func words(_ text: String) -> [String] {
    var words: [String] = []
    var isInWord = false
    for character in text {
      let isWord = character.isLetter || character.isNumber
      if isWord, isInWord {
        words[words.count - 1].append(character)
      } else {
        words.append(String(character))
      }
      isInWord = isWord
    }
    return words
  }
}
