package dev.shopwire.automation.language;

import dev.shopwire.automation.names.Vocabulary;
import dev.shopwire.automation.names.Vocabulary.Field;
import dev.shopwire.automation.names.Vocabulary.Segment;
import java.util.List;
import java.util.Map;
import java.util.function.Function;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import java.util.stream.Stream;

/** A workspace with fields of all scopes and types, for tests. */
final class Samples {
  static final long ONE = 1;
  static final long TWO = 2;
  static final long DIGITS = 3;

  static final Map<Long, String> APPS =
      Map.of(ONE, "app-one", TWO, "app-two", DIGITS, "3d-app", 4L, "any");

  static final List<Field> FIELDS =
      List.of(
          new Field(11, 0, "plan", Vocabulary.Type.TEXT, false, false),
          new Field(12, 0, "seats", Vocabulary.Type.NUMBER, false, false),
          new Field(13, 0, "active", Vocabulary.Type.BOOLEAN, false, false),
          new Field(14, 0, "setup", Vocabulary.Type.JSON, false, false),
          new Field(15, 0, "mrr", Vocabulary.Type.NUMBER, true, false),
          new Field(16, 0, "region", Vocabulary.Type.TEXT, true, false),
          // region of app-two is its own
          new Field(17, TWO, "region", Vocabulary.Type.TEXT, false, false),
          new Field(18, ONE, "only_here", Vocabulary.Type.TEXT, false, true),
          new Field(19, ONE, "twice", Vocabulary.Type.TEXT, false, false),
          new Field(20, TWO, "twice", Vocabulary.Type.NUMBER, false, false),
          new Field(21, DIGITS, "twice", Vocabulary.Type.NUMBER, false, false),
          new Field(22, 0, "renews_on", Vocabulary.Type.TEXT, false, false),
          new Field(23, 0, "a.b-c_d", Vocabulary.Type.TEXT, false, false),
          new Field(24, 0, "and", Vocabulary.Type.TEXT, false, false));

  static final Map<Long, String> AFFILIATES =
      Map.of(3L, "Ada", 4L, "Bob \"B\" Brown", 5L, "Twin", 6L, "Twin", 7L, "#3", 8L, "Zoë 😀");

  static final List<Segment> SEGMENTS =
      List.of(
          segment(12, "VIP"),
          segment(13, "VIP shops"),
          segment(14, "or"),
          segment(15, "#12"),
          new Segment(16, "nests VIP", List.of(12L), 3, false));

  static final Vocabulary VOCABULARY = with(SEGMENTS);

  private Samples() {}

  static Segment segment(long id, String name, Long... nested) {
    return new Segment(id, name, List.of(nested), 1, false);
  }

  static Vocabulary with(List<Segment> segments) {
    return new Vocabulary(
        FIELDS.stream().collect(Collectors.toMap(Field::id, Function.identity())),
        APPS,
        AFFILIATES,
        segments.stream().collect(Collectors.toMap(Segment::id, Function.identity())),
        Map.of());
  }

  static Vocabulary withFields(Stream<Field> fields) {
    return new Vocabulary(
        fields.collect(Collectors.toMap(Field::id, Function.identity())),
        APPS,
        AFFILIATES,
        VOCABULARY.segments(),
        Map.of());
  }

  /** Segments 1 to {@code length}, of which each nests the one before. */
  static List<Segment> chain(int length) {
    return IntStream.rangeClosed(1, length)
        .mapToObj(id -> id == 1 ? segment(id, "s1") : segment(id, "s" + id, (long) id - 1))
        .toList();
  }
}
