package dev.shopwire.app.customers.fields;

import java.math.BigDecimal;
import java.util.ArrayList;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * Cases of values at, just within and just beyond the limits of docs/api/customers.md, sent to new
 * and to shared fields.
 */
final class CustomFieldValueCases {
  private static final String ASTRAL = "😀";
  private static final String NUL = "\0";
  private static final String HIGH_SURROGATE = "\uD83D";
  private static final String LOW_SURROGATE = "\uDE00";

  /** A value and its description. */
  private record Sample(String about, Object value) {}

  private CustomFieldValueCases() {}

  /** Every sample as the first value of a new field and as one of a shared field. */
  static Stream<CustomFieldCase> all() {
    List<CustomFieldCase> cases = new ArrayList<>();
    Stream.of(texts(), unstorableTexts(), numbers(), documents())
        .flatMap(samples -> samples)
        .forEach(
            sample -> {
              boolean isEven = cases.size() % 4 == 0;
              cases.add(ofSample(sample, ""));
              cases.add(ofSample(sample, isEven ? "all-apps" : "customers"));
            });
    return cases.stream();
  }

  private static CustomFieldCase ofSample(Sample sample, String scope) {
    return new CustomFieldCase(
        sample.about() + (scope.isEmpty() ? "" : ", " + scope),
        fixture -> {
          String name = fixture.name("f");
          if (!scope.isEmpty()) {
            fixture.share(0, name, CustomFieldRules.typeOf(sample.value()), scope);
          }
          Map<String, @Nullable Object> fields = new LinkedHashMap<>();
          fields.put(name, sample.value());
          fields.put(fixture.name("companion"), true);
          fixture.push(0, fields);
          fixture.push(0, fields);
        });
  }

  private static Stream<Sample> texts() {
    int max = CustomFieldRules.TEXT_LENGTH;
    return Stream.of(
        new Sample("an empty text", ""),
        new Sample("a text of blanks", "  \t\n "),
        new Sample("a text of digits", "12"),
        new Sample("a text with every escape", "\"\\/\b\f\n\r\t\u0001\u007f\u2028'$1%s"),
        new Sample("100 characters", "x".repeat(100)),
        new Sample("101 characters", "x".repeat(101)),
        new Sample("100 characters beyond the BMP", ASTRAL.repeat(100)),
        new Sample("the longest text", "x".repeat(max)),
        new Sample("the longest text of two bytes each", "ü".repeat(max)),
        new Sample("the longest text beyond the BMP", ASTRAL.repeat(max)),
        new Sample("a text too long by one", "x".repeat(max + 1)),
        new Sample("a text too long by one beyond the BMP", ASTRAL.repeat(max + 1)));
  }

  private static Stream<Sample> unstorableTexts() {
    return Stream.of(
        new Sample("U+0000", NUL),
        new Sample("U+0000 in a text", "a" + NUL + "b"),
        new Sample("an unpaired high surrogate", "a" + HIGH_SURROGATE),
        new Sample("an unpaired low surrogate", LOW_SURROGATE + "a"),
        new Sample("a reversed surrogate pair", LOW_SURROGATE + HIGH_SURROGATE),
        new Sample("a surrogate pair", HIGH_SURROGATE + LOW_SURROGATE),
        new Sample("U+0000 in an object", Map.of("a", NUL)),
        new Sample("U+0000 in a name in an object", Map.of("a" + NUL, "b")),
        new Sample("U+0000 deep in an array", List.of(List.of(Map.of("a", List.of(NUL))))),
        new Sample("an unpaired surrogate in an array", List.of("a", HIGH_SURROGATE)),
        new Sample("an unpaired surrogate in a name in an object", Map.of(HIGH_SURROGATE, "b")));
  }

  private static Stream<Sample> numbers() {
    return Stream.concat(
        Stream.of("0", "-1", "1.10", "9007199254740993", "18446744073709551616", "1e2", "1.5e-7")
            .map(digits -> new Sample("the number " + digits, new BigDecimal(digits))),
        Stream.of(
            new Sample("an integer of 300 digits", new BigDecimal("7".repeat(300))),
            new Sample("a fraction of 300 digits", new BigDecimal("0." + "7".repeat(300))),
            new Sample("the largest double", new BigDecimal("1.7976931348623157e308")),
            new Sample("the smallest double", new BigDecimal("4.9e-324")),
            new Sample("a number that overflows", new BigDecimal("1.8e308")),
            new Sample("a negative number that overflows", new BigDecimal("-1e400")),
            new Sample("a number that underflows", new BigDecimal("1e-330")),
            new Sample("a number with a huge exponent", new BigDecimal("1e1000000")),
            new Sample("an integer that overflows", new BigDecimal("7".repeat(310))),
            new Sample("an overflow in an array", List.of(new BigDecimal("1e309"))),
            new Sample("an overflow in an object", Map.of("a", new BigDecimal("1e309")))));
  }

  private static Stream<Sample> documents() {
    int max = CustomFieldRules.JSON_BYTES;
    int depth = CustomFieldRules.JSON_DEPTH;
    return Stream.of(
        new Sample("an empty object", Map.of()),
        new Sample("an empty array", List.of()),
        new Sample("an object with odd names", Map.of("", true, "a/b~c", "d", "é", "f")),
        new Sample("the largest object", Map.of("a", "x".repeat(max - 8))),
        new Sample("an object too large by one", Map.of("a", "x".repeat(max - 7))),
        new Sample("the largest array", List.of("x".repeat(max - 4))),
        new Sample("an array too large by one", List.of("x".repeat(max - 3))),
        new Sample("the largest array of two bytes each", List.of("ü".repeat((max - 4) / 2))),
        new Sample("too large an array of two bytes each", List.of("ü".repeat((max - 2) / 2))),
        new Sample("the largest array beyond the BMP", List.of(ASTRAL.repeat((max - 4) / 4))),
        new Sample("the largest array of numbers", Collections.nCopies((max - 1) / 2, digit())),
        new Sample("too large an array of numbers", Collections.nCopies(max / 2, digit())),
        new Sample("the deepest array", arrays(depth)),
        new Sample("an array too deep by one", arrays(depth + 1)),
        new Sample("the deepest object", objects(depth)),
        new Sample("an object too deep by one", objects(depth + 1)),
        new Sample("the deepest mixture", List.of(objects(depth - 1))),
        new Sample("a mixture too deep by one", Map.of("a", arrays(depth))));
  }

  private static Object digit() {
    return new BigDecimal("7");
  }

  private static Object arrays(int depth) {
    Object nested = List.of();
    for (int i = 1; i < depth; i++) {
      nested = List.of("beside", nested);
    }
    return nested;
  }

  private static Object objects(int depth) {
    Object nested = Map.of();
    for (int i = 1; i < depth; i++) {
      nested = Map.of("in", nested);
    }
    return nested;
  }
}
