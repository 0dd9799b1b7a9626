package dev.shopwire.app.segments.oracle;

import java.math.BigDecimal;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** The values of which customers of the model have some, chosen for what is easily mistaken. */
final class ModelValues {
  /** Wildcards, quotes, letter case, characters beyond the basic plane, placeholders, nothing. */
  static final List<String> TEXTS =
      List.of(
          "pro",
          "Pro",
          "PRO",
          "basic",
          "100%",
          "100x",
          "a_b",
          "axb",
          "a\\b",
          "a\\\\b",
          "it's \"q\"",
          "$1",
          "%",
          "_",
          "\\",
          "'",
          "",
          " pro",
          "pro ",
          "zw\u00f6lf",
          "ZW\u00d6LF",
          "\u00e9",
          "e\u0301",
          "\u00df",
          "ss",
          "\uFFFDx",
          "\uD83D\uDE00",
          "\uD83D\uDE00\uD83D\uDE01",
          "true",
          "null",
          "1",
          "1.0",
          "and",
          "line\nend\t.",
          "x".repeat(100),
          "x".repeat(101),
          "x".repeat(100) + "%" + "y".repeat(60),
          "\uD83D\uDE00".repeat(100),
          "\uD83D\uDE00".repeat(101));

  static final List<BigDecimal> NUMBERS =
      List.of(
          new BigDecimal("-3"),
          new BigDecimal("0"),
          new BigDecimal("1"),
          new BigDecimal("1.0"),
          new BigDecimal("1e2"),
          new BigDecimal("100"),
          new BigDecimal("99.999999999"),
          new BigDecimal("0.1"),
          new BigDecimal("1e-7"),
          new BigDecimal("2.50"),
          new BigDecimal("9007199254740993"),
          new BigDecimal("12345678901234567890"),
          new BigDecimal("12345678901234567891"),
          new BigDecimal("-99999999999999999999"),
          new BigDecimal("1e22"));

  static final List<String> NAMES =
      List.of(
          "Acme",
          "ACME",
          "acme",
          "A_me",
          "100% Wool",
          "Zw\u00f6lf \u00c4pfel",
          "\uD83D\uDE00 Shop",
          "O'Neil \"&\" Co");

  static final List<String> EMAILS =
      List.of(
          "owner@acme.example",
          "Owner@Acme.example",
          "o_ner@acme.example",
          "o%er@acme.example",
          "ada@x.example",
          "ADA@X.EXAMPLE");

  static final List<String> TAGS = List.of("vip", "VIP", "v_p", "a%b", "owner", "staff", "z\u00fc");

  static final List<String> PATHS =
      List.of(
          "/",
          "/reports",
          "/reports/1",
          "/reports/2?x=%25",
          "/Reports/1",
          "/rep_rts/1",
          "/re*orts/*",
          "/\u00fc \uD83D\uDE00",
          "/long" + "x".repeat(300));

  static final List<String> EVENT_NAMES =
      List.of(ModelEvent.PAGE_VIEW, "exported", "Report exported", "paid", "and", "it's \"$1\"");

  /** Property paths of which events have some. */
  static final List<String> PROPERTIES =
      List.of("plan", "amount", "mixed", "address.city", "address", "deep.a.b", "a\\.b.c", "none");

  /** Paths of which json fields have some. */
  static final List<String> PATHS_OF_FIELDS =
      List.of(
          "address.city",
          "address.zip",
          "tags",
          "n",
          "due",
          "flag",
          "none",
          "empty",
          "it's \"k\"",
          "%",
          "a\\.b.c",
          "deep.a.b",
          "deep",
          "tags.0");

  private ModelValues() {}

  /** Numbers, texts that look like others, and what is neither. */
  static @Nullable Object mixed(Dice dice) {
    return dice.any(
        Arrays.<@Nullable Object>asList(
            BigDecimal.ONE,
            new BigDecimal("1.0"),
            "1",
            "",
            "pro",
            "Pro",
            "100%",
            "a_b",
            "it's \"q\" \\ \uD83D\uDE00",
            true,
            false,
            "true",
            null,
            List.of(),
            List.of("pro", BigDecimal.ONE, true),
            List.of("1", List.of("pro")),
            Map.of(),
            Map.of("a", BigDecimal.ONE)));
  }
}
