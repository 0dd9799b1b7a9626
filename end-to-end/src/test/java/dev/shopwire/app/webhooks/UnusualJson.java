package dev.shopwire.app.webhooks;

import java.math.BigDecimal;
import java.util.List;
import java.util.Locale;
import java.util.Random;

/** Generates valid JSON in spellings that parsing and printing is likely to change. Seeded. */
final class UnusualJson {
  private static final List<String> NAMES =
      List.of(
          "10",
          "2",
          "1",
          "0",
          "01",
          "-1",
          "-0",
          "1.0",
          "1e3",
          "4294967293",
          "4294967294",
          "4294967295",
          "4294967296",
          "9007199254740993",
          "99999999999",
          "__proto__",
          "constructor",
          "toString",
          "hasOwnProperty",
          "length",
          "toJSON",
          "id",
          "topic",
          "",
          " ",
          "a",
          "b",
          "ab",
          "plan",
          "\\u0061",
          "\\u00e9",
          "\u00e9",
          "\ud83d\ude00",
          "\\ud83d\\ude00",
          "\u2028",
          "\\u2029",
          "\\/",
          "</script>",
          "\\\"",
          "\\\\",
          "\\u0000",
          "\\n",
          "\u007f",
          "\ufeff",
          "\uff11");
  private static final List<String> NUMBERS =
      List.of(
          "0",
          "-0",
          "-0.0",
          "1.0",
          "1.10",
          "1E2",
          "1e+2",
          "100e-2",
          "1e20",
          "1e21",
          "1e-6",
          "1e-7",
          "0.1",
          "0.30000000000000004",
          "9007199254740991",
          "9007199254740992",
          "9007199254740993",
          "-9007199254740993",
          "123456789012345678901234567890",
          "123456789012345678901",
          "5e-324",
          "4.9e-324",
          "2.4703282292062328e-324",
          "1.7976931348623157e308",
          "2.2250738585072014e-308",
          "2.2250738585072011e-308",
          "999999999999999",
          "1000000000000000",
          "999999999999999999999",
          "999999999999999900000",
          "0.000001",
          "0.00000099999999999999995",
          "4.35",
          "5e22",
          "9.5e-7",
          "1e23",
          "8.41e21",
          "9.5367431640625e-7",
          "5.684341886080801e-14");
  private static final int SUBNORMALS = 2_000;
  private static final int MAX_DEPTH = 490;

  private final Random random;

  UnusualJson(Random random) {
    this.random = random;
  }

  private String oneOf(List<String> values) {
    return values.get(random.nextInt(values.size()));
  }

  String object() {
    return random.nextInt(50) == 0 ? deep() : object(5);
  }

  private String object(int depth) {
    StringBuilder out = new StringBuilder("{").append(space());
    int size = random.nextInt(9);
    for (int i = 0; i < size; i++) {
      out.append(i == 0 ? "" : ",").append(space()).append(name()).append(space()).append(':');
      out.append(space()).append(value(depth - 1)).append(space());
    }
    return out.append('}').toString();
  }

  private String array(int depth) {
    StringBuilder out = new StringBuilder("[").append(space());
    int size = random.nextInt(6);
    for (int i = 0; i < size; i++) {
      out.append(i == 0 ? "" : ",").append(space()).append(value(depth - 1));
    }
    return out.append(space()).append(']').toString();
  }

  /** Nested objects; the fields of each level have to be reordered. */
  private String deep() {
    StringBuilder out = new StringBuilder();
    int depth = random.nextInt(MAX_DEPTH);
    for (int i = 0; i < depth; i++) {
      out.append("{\"z\":").append(number()).append(",\"7\":");
    }
    out.append(object(2));
    for (int i = 0; i < depth; i++) {
      out.append(",\"3\":0}");
    }
    return out.toString();
  }

  private String value(int depth) {
    return switch (random.nextInt(depth > 0 ? 9 : 6)) {
      case 0 -> "true";
      case 1 -> "null";
      case 2, 3 -> number();
      case 4, 5 -> text();
      case 6 -> array(depth);
      default -> object(depth);
    };
  }

  /** Without unpaired surrogates: none is stored, and the parser fails on one in a name. */
  private String name() {
    String name = random.nextInt(4) == 0 ? "" + random.nextInt(300) : oneOf(NAMES);
    return '"' + name + (random.nextInt(4) == 0 ? oneOf(NAMES) : "") + '"';
  }

  private String text() {
    StringBuilder out = new StringBuilder("\"");
    for (int i = random.nextInt(8); i > 0; i--) {
      out.append(random.nextBoolean() ? oneOf(NAMES) : codeUnit());
    }
    return out.append('"').toString();
  }

  /** Any UTF-16 code unit, escaped: also an unpaired surrogate, or one that needs no escape. */
  private String codeUnit() {
    int bits = random.nextBoolean() ? 0xffff : 0xff;
    String hex = String.format(Locale.ROOT, "%04x", random.nextInt() & bits);
    return "\\u" + (random.nextBoolean() ? hex : hex.toUpperCase(Locale.ROOT));
  }

  private String space() {
    return random.nextInt(8) == 0 ? " \t\n\r".substring(random.nextInt(4)) : "";
  }

  /** A number that a double can hold, in any spelling. */
  String number() {
    return random.nextInt(4) == 0 ? oneOf(NUMBERS) : spelling(finite());
  }

  /** All exponents equally often, and many values next to a power of two or ten. */
  private double finite() {
    double value =
        switch (random.nextInt(6)) {
          case 0 -> near(Math.scalb(1.0, random.nextInt(2_098) - 1_074));
          case 1 -> near(Double.parseDouble("1e" + (random.nextInt(632) - 323)));
          case 2 -> Double.longBitsToDouble(random.nextInt(SUBNORMALS));
          case 3 -> random.nextInt(2_000_000) / 100.0;
          case 4 -> random.nextLong();
          default -> Double.longBitsToDouble(random.nextLong());
        };
    return Double.isFinite(value) ? value : 0.1;
  }

  private double near(double value) {
    return Double.longBitsToDouble(Double.doubleToLongBits(value) + random.nextInt(5) - 2);
  }

  private String spelling(double value) {
    return switch (random.nextInt(4)) {
      case 0 -> Double.toString(value);
      case 1 -> String.format(Locale.ROOT, "%." + random.nextInt(25) + "e", value);
      case 2 -> new BigDecimal(Double.toString(value)).toPlainString();
      default -> new BigDecimal(value).toPlainString();
    };
  }
}
