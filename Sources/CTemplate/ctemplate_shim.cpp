#include "ctemplate_shim.h"

#include <ctemplate/per_expand_data.h>
#include <ctemplate/template_cache.h>
#include <ctemplate/template_dictionary_interface.h>
#include <ctemplate/template_emitter.h>
#include <ctemplate/template_string.h>

#include <cstdlib>
#include <cstring>
#include <iostream>
#include <mutex>
#include <sstream>
#include <string>
#include <string_view>
#include <vector>

// Values come as one buffer, which is read where it lies, as far as the template asks for it:
//   dictionary := entry*
//   entry      := kind:u8 count:u8 name size:u32 content
//   content    := text (kind 0) | item* (kind 1)
//   item       := size:u32 dictionary
// Numbers are in the machine's order. A section without items is hidden, also where an outer one of
// the same name is shown.

namespace {

using ctemplate::TemplateDictionaryInterface;
using ctemplate::TemplateString;

constexpr auto strip_mode = ctemplate::STRIP_BLANK_LINES;

/// What a whole rendering shares.
struct Rendering {
  std::vector<std::string> missing;
  /// The values end in the midst of something.
  bool is_broken = false;

  void note_missing(std::string_view name) {
    for (const auto &known : missing)
      if (known == name) return;
    missing.emplace_back(name);
  }
};

enum class Kind : uint8_t { text = 0, section = 1 };

/// A part of the values, read from its start; every read checks that the part holds what it says.
class Part {
 public:
  Part() = default;
  Part(const uint8_t *start, size_t count) : next_(start), end_(start + count) {}

  bool is_empty() const { return next_ == end_; }
  std::string_view text() const {
    return std::string_view(reinterpret_cast<const char *>(next_), end_ - next_);
  }

  /// Takes what has its size in front; an empty part where that is more than there is.
  Part take_sized(Rendering &rendering) {
    uint32_t size;
    if (static_cast<size_t>(end_ - next_) < sizeof size) return fail(rendering);
    std::memcpy(&size, next_, sizeof size);
    next_ += sizeof size;
    return take(size, rendering);
  }

  Part take(size_t count, Rendering &rendering) {
    if (static_cast<size_t>(end_ - next_) < count) return fail(rendering);
    const Part taken(next_, count);
    next_ += count;
    return taken;
  }

  uint8_t take_byte(Rendering &rendering) {
    if (next_ == end_) {
      rendering.is_broken = true;
      return 0;
    }
    return *next_++;
  }

 private:
  Part fail(Rendering &rendering) {
    rendering.is_broken = true;
    next_ = end_;
    return Part();
  }

  const uint8_t *next_ = nullptr;
  const uint8_t *end_ = nullptr;
};

/// A number for a name that differs from most others', for the price of four bytes.
uint32_t quick_hash(std::string_view name) {
  const size_t count = name.size();
  if (count == 0) return 0;
  const auto byte = [&](size_t at) { return static_cast<uint32_t>(static_cast<uint8_t>(name[at])); };
  const uint32_t mixed =
      static_cast<uint32_t>(count) + byte(0) * 31 + byte(count - 1) * 1021 + byte(count / 2) * 32771;
  return mixed * 2654435761u;
}

/// The bit of a set of names that are there; another name may share it.
uint64_t bit(uint32_t hash) { return uint64_t{1} << (hash >> 26); }

struct Entry {
  Kind kind;
  std::string_view name;
  Part content;

  /// Takes the next entry of a dictionary.
  Entry(Part &dictionary, Rendering &rendering) {
    kind = static_cast<Kind>(dictionary.take_byte(rendering));
    const uint8_t count = dictionary.take_byte(rendering);
    name = dictionary.take(count, rendering).text();
    content = dictionary.take_sized(rendering);
  }
};

/// What the outermost dictionary holds, which every name that is nowhere else is looked up in.
class Index {
 public:
  struct Found {
    Kind kind;
    std::string_view name;
    Part content;
    /// What comes behind it in the dictionary, where the name comes again; else empty.
    Part rest;
  };

  Index(Part dictionary, Rendering &rendering) : places_(512) {
    found_.reserve(places_.size() / 2);
    behind_.reserve(places_.size() / 2);
    while (!dictionary.is_empty()) {
      const Entry entry(dictionary, rendering);
      if (2 * (found_.size() + 1) > places_.size()) grow();
      put({entry.kind, entry.name, entry.content, Part()}, dictionary);
    }
  }

  /// The newest text or the first section of the name; null when there is none.
  const Found *find(Kind kind, std::string_view name, uint32_t hash) const {
    const uint32_t number = places_[place(kind, name, hash)];
    return number ? &found_[number - 1] : nullptr;
  }

 private:
  size_t place(Kind kind, std::string_view name, uint32_t hash) const {
    const size_t mask = places_.size() - 1;
    size_t at = ((hash >> 12) ^ static_cast<uint32_t>(kind)) & mask;
    while (places_[at]) {
      const Found &known = found_[places_[at] - 1];
      if (known.kind == kind && known.name == name) break;
      at = (at + 1) & mask;
    }
    return at;
  }

  /// `rest` is what comes behind the entry. A section that comes again is read from there on.
  void put(const Found &found, Part rest) {
    const size_t at = place(found.kind, found.name, quick_hash(found.name));
    if (!places_[at]) {
      found_.push_back(found);
      behind_.push_back(rest);
      places_[at] = static_cast<uint32_t>(found_.size());
    } else if (const size_t known = places_[at] - 1; found.kind == Kind::text) {
      found_[known] = found;
    } else {
      found_[known].rest = behind_[known];
    }
  }

  void grow() {
    places_.assign(2 * places_.size(), 0);
    for (uint32_t number = 1; number <= found_.size(); ++number)
    {
      const Found &known = found_[number - 1];
      places_[place(known.kind, known.name, quick_hash(known.name))] = number;
    }
  }

  std::vector<Found> found_;
  /// What comes behind each of them.
  std::vector<Part> behind_;
  /// Numbers in `found_`, counted from 1, where the hash says or behind it; 0 for none.
  std::vector<uint32_t> places_;
};

class Dictionary final : public TemplateDictionaryInterface {
 public:
  Dictionary(const Dictionary *parent, Rendering *rendering, Part entries, const Index *index)
      : parent_(parent), rendering_(rendering), index_(index) {
    hold(entries);
  }

 protected:
  class Items;

  TemplateString GetValue(const TemplateString &variable) const override {
    const std::string_view name(variable.data(), variable.size());
    const uint32_t hash = quick_hash(name);
    for (const Dictionary *scope = this; scope; scope = scope->parent_) {
      std::string_view text;
      if (scope->find_text(name, hash, text)) return TemplateString(text.data(), text.size());
    }
    rendering_->note_missing(name);
    return TemplateString("", 0);
  }

  // ctemplate asks this first, and then for the items of what is shown.
  bool IsHiddenSection(const TemplateString &name) const override {
    asked_ = section(name);
    return !find_items(asked_);
  }

  bool IsUnhiddenSection(const TemplateString &name) const override {
    return !IsHiddenSection(name);
  }

  Iterator *CreateSectionIterator(const TemplateString &name) const override;

  // Includes are resolved before ctemplate sees a template, so there are none here.
  bool IsHiddenTemplate(const TemplateString &) const override { return true; }
  const char *GetIncludeTemplateName(const TemplateString &, int) const override { return ""; }
  Iterator *CreateTemplateIterator(const TemplateString &) const override;

  void DumpToString(std::string *out, int) const override { out->append("dictionary"); }

 private:
  /// Shows these entries from here on.
  void hold(Part entries) {
    entries_ = entries;
    asked_ = Section();
    names_[0] = names_[1] = 0;
    if (index_) return;
    for (Part rest = entries; !rest.is_empty();) {
      const Entry entry(rest, *rendering_);
      names_[entry.kind == Kind::section] |= bit(quick_hash(entry.name));
    }
  }

  /// A name that was set twice has its newest value.
  bool find_text(std::string_view name, uint32_t hash, std::string_view &text) const {
    if (index_) {
      const Index::Found *found = index_->find(Kind::text, name, hash);
      if (found) text = found->content.text();
      return found;
    }
    if (!(names_[0] & bit(hash))) return false;
    bool is_found = false;
    for (Part rest = entries_; !rest.is_empty();) {
      const Entry entry(rest, *rendering_);
      if (entry.kind != Kind::text || entry.name != name) continue;
      text = entry.content.text();
      is_found = true;
    }
    return is_found;
  }

  /// The sections of one name in one dictionary.
  struct Section {
    const Dictionary *owner = nullptr;
    std::string_view name;
    Part items;
    /// What comes behind them in the dictionary, where there may be more.
    Part rest;
  };

  /// Goes on to the next items, unless some are left; false at the end.
  static bool find_items(Section &section) {
    while (section.items.is_empty()) {
      if (section.rest.is_empty()) return false;
      const Entry entry(section.rest, *section.owner->rendering_);
      if (entry.kind == Kind::section && entry.name == section.name) section.items = entry.content;
    }
    return true;
  }

  Section section(const TemplateString &searched) const {
    const std::string_view name(searched.data(), searched.size());
    const uint32_t hash = quick_hash(name);
    for (const Dictionary *scope = this; scope; scope = scope->parent_) {
      if (scope->index_) {
        const Index::Found *found = scope->index_->find(Kind::section, name, hash);
        if (found) return {scope, name, found->content, found->rest};
        continue;
      }
      if (!(scope->names_[1] & bit(hash))) continue;
      for (Part rest = scope->entries_; !rest.is_empty();) {
        const Entry entry(rest, *rendering_);
        if (entry.kind == Kind::section && entry.name == name)
          return {scope, name, entry.content, rest};
      }
    }
    return {this, name, Part(), Part()};
  }

  const Dictionary *parent_;
  Rendering *rendering_;
  Part entries_;
  /// The section that was asked for last.
  mutable Section asked_;
  /// Which names there may be among the texts and among the sections.
  uint64_t names_[2];
  /// Of the outermost dictionary only.
  const Index *index_;
};

/// Shows the items of a section one after the other.
class Dictionary::Items final : public Iterator {
 public:
  explicit Items(const Section &section)
      : section_(section), current_(section.owner, section.owner->rendering_, Part(), nullptr) {}

  bool HasNext() const override { return find_items(section_); }

  // ctemplate is done with an item when it asks for the next.
  const TemplateDictionaryInterface &Next() override {
    current_.hold(section_.items.take_sized(*section_.owner->rendering_));
    return current_;
  }

 private:
  // HasNext() is const in ctemplate, and is where the next items are looked for.
  mutable Section section_;
  Dictionary current_;
};

TemplateDictionaryInterface::Iterator *Dictionary::CreateSectionIterator(
    const TemplateString &name) const {
  const bool is_known = asked_.name.data() == name.data() && asked_.name.size() == name.size();
  return new Items(is_known ? asked_ : section(name));
}

TemplateDictionaryInterface::Iterator *Dictionary::CreateTemplateIterator(
    const TemplateString &) const {
  return new Items({this, {}, Part(), Part()});
}

/// An empty page, which keeps the memory of the thread's page before unless that was a large one.
/// It is lent to whoever asked for the rendering.
std::string &page_buffer() {
  constexpr size_t kept_max = 256 * 1024;
  static thread_local std::string page;
  page.clear();
  if (page.capacity() > kept_max) page.shrink_to_fit();
  return page;
}

void give(const std::string &text, ctpl_bytes *bytes) {
  bytes->count = text.size();
  bytes->start = static_cast<uint8_t *>(std::malloc(text.size() + 1));
  if (bytes->start == nullptr) std::abort();
  std::memcpy(bytes->start, text.data(), text.size());
}

/// ctemplate tells its complaints to std::cerr only; this collects them for one call.
class Complaints {
 public:
  Complaints() : lock_(mutex()), before_(std::cerr.rdbuf(text_.rdbuf())) {}
  ~Complaints() { std::cerr.rdbuf(before_); }

  std::string text() const { return text_.str(); }

 private:
  static std::mutex &mutex() {
    static std::mutex shared;
    return shared;
  }

  std::lock_guard<std::mutex> lock_;
  std::ostringstream text_;
  std::streambuf *before_;
};

}  // namespace

struct ctpl_library {
  ctemplate::TemplateCache cache;
};

ctpl_library *ctpl_library_new(void) { return new ctpl_library; }

void ctpl_library_free(ctpl_library *library) { delete library; }

int ctpl_library_add(
    ctpl_library *library, const char *name, size_t name_count, const char *text,
    size_t text_count, ctpl_bytes *complaint) {
  Complaints complaints;
  const bool is_added = library->cache.StringToTemplateCache(
      TemplateString(name, name_count), text, text_count, strip_mode);
  give(complaints.text(), complaint);
  return is_added ? 1 : 0;
}

void ctpl_library_freeze(ctpl_library *library) { library->cache.Freeze(); }

int ctpl_library_render(
    const ctpl_library *library, const char *name, size_t name_count, const uint8_t *values,
    size_t value_count, ctpl_text *output, ctpl_bytes *missing) {
  Rendering rendering;
  const Part entries(values, value_count);
  const Index index(entries, rendering);
  const Dictionary root(nullptr, &rendering, entries, &index);
  std::string &page = page_buffer();
  const bool is_rendered = library->cache.ExpandNoLoad(
      TemplateString(name, name_count), strip_mode, &root, nullptr, &page);
  std::string names;
  for (const auto &missing_name : rendering.missing) names += missing_name + "\n";
  *output = {reinterpret_cast<const uint8_t *>(page.data()), page.size()};
  give(names, missing);
  return is_rendered && !rendering.is_broken ? 1 : 0;
}

void ctpl_bytes_free(ctpl_bytes *bytes) {
  std::free(bytes->start);
  bytes->start = nullptr;
  bytes->count = 0;
}
