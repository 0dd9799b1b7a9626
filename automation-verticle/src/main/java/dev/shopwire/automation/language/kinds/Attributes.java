package dev.shopwire.automation.language.kinds;

import dev.shopwire.automation.language.draft.FaultCode;
import dev.shopwire.automation.language.draft.Shown;
import dev.shopwire.automation.language.json.JsonMembers;
import dev.shopwire.automation.language.text.TextReader;
import java.util.List;
import java.util.Optional;
import java.util.function.Function;
import java.util.function.Predicate;

/** The attributes that the filters of a kind may test. Immutable. */
final class Attributes<A> {
  static final String NAME = "name";

  private final List<A> attributes;
  private final Function<A, String> words;
  private final String expected;

  /**
   * @param words the names of the attributes in texts and in JSON
   */
  Attributes(List<A> attributes, Function<A, String> words) {
    this.attributes = attributes;
    this.words = words;
    this.expected = "one of " + String.join(", ", attributes.stream().map(words).toList());
  }

  private Optional<A> find(Predicate<String> word) {
    return attributes.stream().filter(each -> word.test(words.apply(each))).findFirst();
  }

  /** Words count in any case. */
  A parse(TextReader text) {
    A found = peek(text);
    text.acceptWord(words.apply(found));
    return found;
  }

  /** The attribute that the next token names. */
  A peek(TextReader text) {
    return text.peekWord()
        .flatMap(word -> find(word::equalsIgnoreCase))
        .orElseThrow(() -> text.fail(expected));
  }

  /** Empty if there is no such attribute, which is recorded. */
  Optional<A> read(JsonMembers members) {
    Optional<String> name = members.required(NAME, expected);
    Optional<A> found = name.flatMap(text -> find(text::equals));
    if (name.isPresent() && found.isEmpty()) {
      members
          .faults()
          .add(
              members.place(NAME),
              FaultCode.INVALID_VALUE,
              "expected " + expected + ", got " + Shown.text(name.get()));
    }
    return found;
  }
}
