#include "ctemplate_shim.h"

#include <ctemplate/per_expand_data.h>
#include <ctemplate/template_cache.h>
#include <ctemplate/template_dictionary_interface.h>
#include <ctemplate/template_emitter.h>
#include <ctemplate/template_string.h>

#include <cstdlib>
#include <cstring>
#include <iostream>
#include <memory>
#include <mutex>
#include <sstream>
#include <string>
#include <string_view>
#include <vector>

// Values come as one buffer, which the dictionaries below only point into:
//   dictionary := count:u32 entry*
//   entry      := kind:u8 name:text (kind 0: value:text | kind 1: count:u32 dictionary*)
//   text       := count:u32 byte*
// Numbers are in the machine's order. A section of count 0 is hidden, also where an outer one of
// the same name is shown.

namespace {

using ctemplate::TemplateDictionaryInterface;
using ctemplate::TemplateString;

constexpr auto strip_mode = ctemplate::STRIP_BLANK_LINES;
constexpr int depth_max = 32;

/// What a whole rendering shares.
struct Rendering {
  std::vector<std::string> missing;

  void note_missing(const TemplateString &name) {
    std::string text(name.data(), name.size());
    for (const auto &known : missing)
      if (known == text) return;
    missing.push_back(std::move(text));
  }
};

class Dictionary final : public TemplateDictionaryInterface {
 public:
  Dictionary(const Dictionary *parent, Rendering *rendering)
      : parent_(parent), rendering_(rendering) {}

  struct Value {
    std::string_view name;
    std::string_view text;
  };

  struct Section {
    std::string_view name;
    std::vector<std::unique_ptr<Dictionary>> items;
  };

  std::vector<Value> values;
  std::vector<Section> sections;

  const Dictionary *parent() const { return parent_; }
  Rendering *rendering() const { return rendering_; }

 protected:
  class Items : public Iterator {
   public:
    explicit Items(const Section *section) : section_(section) {}

    bool HasNext() const override { return section_ && next_ < section_->items.size(); }
    const TemplateDictionaryInterface &Next() override { return *section_->items[next_++]; }

   private:
    const Section *section_;
    size_t next_ = 0;
  };

  TemplateString GetValue(const TemplateString &variable) const override {
    const std::string_view name(variable.data(), variable.size());
    for (const Dictionary *scope = this; scope; scope = scope->parent_) {
      // From the end: a name that was set twice has its newest value.
      for (auto value = scope->values.rbegin(); value != scope->values.rend(); ++value)
        if (value->name == name)
          return TemplateString(value->text.data(), value->text.size());
    }
    rendering_->note_missing(variable);
    return TemplateString("", 0);
  }

  bool IsHiddenSection(const TemplateString &name) const override {
    const Section *section = find(name);
    return !section || section->items.empty();
  }

  bool IsUnhiddenSection(const TemplateString &name) const override {
    return !IsHiddenSection(name);
  }

  Iterator *CreateSectionIterator(const TemplateString &name) const override {
    return new Items(find(name));
  }

  // Includes are resolved before ctemplate sees a template, so there are none here.
  bool IsHiddenTemplate(const TemplateString &) const override { return true; }
  const char *GetIncludeTemplateName(const TemplateString &, int) const override { return ""; }
  Iterator *CreateTemplateIterator(const TemplateString &) const override {
    return new Items(nullptr);
  }

  void DumpToString(std::string *out, int) const override { out->append("dictionary"); }

 private:
  const Section *find(const TemplateString &searched) const {
    const std::string_view name(searched.data(), searched.size());
    for (const Dictionary *scope = this; scope; scope = scope->parent_) {
      for (const auto &section : scope->sections)
        if (section.name == name) return &section;
    }
    return nullptr;
  }

  const Dictionary *parent_;
  Rendering *rendering_;
};

/// Reads the encoded values; every read checks that the buffer holds what it says.
class Reader {
 public:
  Reader(const uint8_t *bytes, size_t count) : next_(bytes), end_(bytes + count) {}

  bool at_end() const { return next_ == end_; }

  bool read(Dictionary &dictionary, int depth) {
    uint32_t count;
    if (depth > depth_max || !number(count)) return false;
    for (uint32_t index = 0; index < count; ++index)
      if (!entry(dictionary, depth)) return false;
    return true;
  }

 private:
  bool entry(Dictionary &dictionary, int depth) {
    if (next_ == end_) return false;
    const uint8_t kind = *next_++;
    std::string_view name;
    if (!text(name)) return false;
    if (kind == 0) {
      std::string_view value;
      if (!text(value)) return false;
      dictionary.values.push_back({name, value});
      return true;
    }
    uint32_t count;
    if (kind != 1 || !number(count)) return false;
    auto &items = section(dictionary, name).items;
    for (uint32_t index = 0; index < count; ++index) {
      auto item = std::make_unique<Dictionary>(&dictionary, dictionary.rendering());
      if (!read(*item, depth + 1)) return false;
      items.push_back(std::move(item));
    }
    return true;
  }

  static Dictionary::Section &section(Dictionary &dictionary, std::string_view name) {
    for (auto &known : dictionary.sections)
      if (known.name == name) return known;
    dictionary.sections.push_back({name, {}});
    return dictionary.sections.back();
  }

  bool number(uint32_t &value) {
    if (static_cast<size_t>(end_ - next_) < sizeof value) return false;
    std::memcpy(&value, next_, sizeof value);
    next_ += sizeof value;
    return true;
  }

  bool text(std::string_view &value) {
    uint32_t count;
    if (!number(count) || static_cast<size_t>(end_ - next_) < count) return false;
    value = std::string_view(reinterpret_cast<const char *>(next_), count);
    next_ += count;
    return true;
  }

  const uint8_t *next_;
  const uint8_t *end_;
};

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
    size_t value_count, ctpl_bytes *output, ctpl_bytes *missing) {
  Rendering rendering;
  Dictionary root(nullptr, &rendering);
  Reader reader(values, value_count);
  std::string page;
  const bool is_read = reader.read(root, 0) && reader.at_end();
  bool is_rendered = false;
  if (is_read) {
    page.reserve(64 * 1024);
    is_rendered = library->cache.ExpandNoLoad(
        TemplateString(name, name_count), strip_mode, &root, nullptr, &page);
  }
  std::string names;
  for (const auto &missing_name : rendering.missing) names += missing_name + "\n";
  give(page, output);
  give(names, missing);
  return is_rendered ? 1 : 0;
}

void ctpl_bytes_free(ctpl_bytes *bytes) {
  std::free(bytes->start);
  bytes->start = nullptr;
  bytes->count = 0;
}
