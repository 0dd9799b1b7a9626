package dev.shopwire.attribution.installs;

import dev.shopwire.attribution.credit.SeenCode;
import dev.shopwire.common.json.StorableText;
import java.io.ByteArrayOutputStream;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/**
 * Finds the referral code in a URL as recorded by analytics. It is often truncated, encoded twice
 * or not valid by RFC 3986, so it is parsed as browsers parse forms (WHATWG URL §5.1), first the
 * query and then the part after the {@code #}. What can't be decoded stays as it is.
 *
 * @param params the parameters that may hold the code, in order of precedence
 */
record UrlCodeParser(List<String> params) {

  private record Parameter(String name, String value) {}

  /**
   * The first value that may be a code, with 1 to 200 characters once trimmed; otherwise the first
   * that is longer, truncated. Values that the database can't store are skipped.
   */
  Optional<SeenCode> find(String url) {
    List<Parameter> given = parameters(url);
    List<SeenCode> seen =
        params.stream()
            .flatMap(name -> given.stream().filter(parameter -> parameter.name().equals(name)))
            .map(Parameter::value)
            .filter(value -> !value.isBlank() && StorableText.findProblem(value).isEmpty())
            .map(SeenCode::of)
            .toList();
    return seen.stream()
        .filter(code -> !code.truncated())
        .findFirst()
        .or(() -> seen.stream().findFirst());
  }

  private static List<Parameter> parameters(String url) {
    int hash = url.indexOf('#');
    String beforeHash = hash < 0 ? url : url.substring(0, hash);
    List<Parameter> all = new ArrayList<>();
    int question = beforeHash.indexOf('?');
    if (question >= 0) {
      addAll(all, beforeHash.substring(question + 1));
    }
    if (hash >= 0) {
      String fragment = url.substring(hash + 1);
      addAll(all, fragment.substring(fragment.indexOf('?') + 1));
    }
    return all;
  }

  private static void addAll(List<Parameter> all, String query) {
    int start = 0;
    while (start <= query.length()) {
      int ampersand = query.indexOf('&', start);
      int end = ampersand < 0 ? query.length() : ampersand;
      int equals = query.indexOf('=', start);
      if (equals >= 0 && equals < end) {
        all.add(
            new Parameter(
                decode(query.substring(start, equals)), decode(query.substring(equals + 1, end))));
      }
      start = end + 1;
    }
  }

  /** Decodes percent escapes of UTF-8 and a plus as a space; an invalid escape stays as it is. */
  private static String decode(String text) {
    if (text.indexOf('%') < 0) {
      return text.replace('+', ' ');
    }
    byte[] bytes = text.getBytes(StandardCharsets.UTF_8);
    ByteArrayOutputStream decoded = new ByteArrayOutputStream(bytes.length);
    for (int i = 0; i < bytes.length; i++) {
      int escaped = bytes[i] == '%' && i + 2 < bytes.length ? hex(bytes[i + 1], bytes[i + 2]) : -1;
      if (escaped >= 0) {
        decoded.write(escaped);
        i += 2;
      } else {
        decoded.write(bytes[i] == '+' ? ' ' : bytes[i]);
      }
    }
    return decoded.toString(StandardCharsets.UTF_8);
  }

  private static int hex(byte high, byte low) {
    int first = Character.digit((char) high, 16);
    int second = Character.digit((char) low, 16);
    return first < 0 || second < 0 ? -1 : first << 4 | second;
  }
}
