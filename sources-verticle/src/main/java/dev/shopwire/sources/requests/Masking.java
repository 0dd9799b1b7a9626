package dev.shopwire.sources.requests;

import io.vertx.core.buffer.Buffer;
import java.net.URLEncoder;
import java.nio.charset.StandardCharsets;
import java.util.Base64;
import java.util.Collection;
import java.util.Comparator;
import java.util.List;
import java.util.stream.Stream;

/**
 * Cuts secrets out of texts of a platform, in every form in which they are sent. Immutable;
 * thread-safe.
 */
public final class Masking {
  /** Of a text that is shown, in characters. */
  static final int MAX_SHOWN = 1_000;

  private static final String MASK = "***";

  private final List<String> forms;
  private final int longest;

  public Masking(Collection<String> secrets) {
    forms =
        secrets.stream()
            .filter(secret -> !secret.isEmpty())
            .flatMap(Masking::forms)
            .distinct()
            .sorted(Comparator.comparing(String::length).reversed())
            .toList();
    longest = forms.stream().mapToInt(String::length).max().orElse(0);
  }

  private static Stream<String> forms(String secret) {
    String encoded = URLEncoder.encode(secret, StandardCharsets.UTF_8);
    byte[] bytes = secret.getBytes(StandardCharsets.UTF_8);
    return Stream.of(
        secret,
        encoded,
        encoded.replace("+", "%20"),
        secret.replace("\\", "\\\\").replace("\"", "\\\"").replace("/", "\\/"),
        secret.replace("\\", "\\\\").replace("\"", "\\\""),
        Base64.getEncoder().encodeToString(bytes));
  }

  /** The text without secrets, at most 1,000 characters that PostgreSQL can store. */
  public String show(String text) {
    // A secret may begin within what is shown and end behind it.
    String head = cut(text, 2 * MAX_SHOWN + longest);
    for (String form : forms) {
      head = head.replace(form, MASK);
    }
    return cut(head.replaceAll("[\\p{Cntrl}&&[^\\n\\t]]|\\p{Cs}", ""), MAX_SHOWN);
  }

  /** The same of the beginning of a body. */
  public String show(Buffer body) {
    int bytes = Math.min(body.length(), 4 * (2 * MAX_SHOWN + longest));
    return show(new String(body.getBytes(0, bytes), StandardCharsets.UTF_8));
  }

  private static String cut(String text, int max) {
    return text.codePointCount(0, text.length()) <= max
        ? text
        : text.substring(0, text.offsetByCodePoints(0, max));
  }
}
