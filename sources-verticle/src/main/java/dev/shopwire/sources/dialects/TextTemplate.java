package dev.shopwire.sources.dialects;

import java.net.URLEncoder;
import java.nio.charset.StandardCharsets;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;

/** A text with placeholders such as {@code {organization}}. Immutable. */
public final class TextTemplate {
  private static final Pattern PLACEHOLDER = Pattern.compile("\\{([A-Za-z][A-Za-z0-9_]*)\\}");

  private final String text;

  private TextTemplate(String text) {
    this.text = text;
  }

  /**
   * @param known the names that placeholders may have
   * @throws DialectFault if {@code node} is no text with only such placeholders
   */
  static TextTemplate read(DialectNode node, int max, Set<String> known) {
    return of(node, node.text(max), known);
  }

  static TextTemplate of(DialectNode node, String text, Set<String> known) {
    Matcher matcher = PLACEHOLDER.matcher(text);
    while (matcher.find()) {
      if (!known.contains(matcher.group(1))) {
        throw node.fault(
            "has the unknown placeholder %s; expected one of %s"
                .formatted(matcher.group(), String.join(", ", new TreeSet<>(known))));
      }
    }
    String rest = matcher.reset().replaceAll("");
    if (rest.indexOf('{') >= 0 || rest.indexOf('}') >= 0) {
      throw node.fault("has a brace that belongs to no placeholder such as {name}");
    }
    return new TextTemplate(text);
  }

  /** The name of the placeholder that the text consists of, if it is a single one. */
  Optional<String> single() {
    Matcher matcher = PLACEHOLDER.matcher(text);
    return matcher.matches() ? Optional.of(matcher.group(1)) : Optional.empty();
  }

  /** The name of the placeholder at the very start of the text. */
  public Optional<String> first() {
    Matcher matcher = PLACEHOLDER.matcher(text);
    return matcher.lookingAt() ? Optional.of(matcher.group(1)) : Optional.empty();
  }

  /** The names of all placeholders. */
  public Set<String> names() {
    return PLACEHOLDER
        .matcher(text)
        .results()
        .map(match -> match.group(1))
        .collect(Collectors.toUnmodifiableSet());
  }

  /** The text with each placeholder replaced by its value as it is. */
  public String fill(Map<String, String> values) {
    return replace(values, false);
  }

  /**
   * The text with each placeholder replaced by its value, percent-encoded except at the very start.
   */
  public String fillUrl(Map<String, String> values) {
    return replace(values, true);
  }

  private String replace(Map<String, String> values, boolean isUrl) {
    return PLACEHOLDER
        .matcher(text)
        .replaceAll(
            match -> {
              String value = values.getOrDefault(match.group(1), "");
              return Matcher.quoteReplacement(isUrl && match.start() > 0 ? encode(value) : value);
            });
  }

  private static String encode(String value) {
    return URLEncoder.encode(value, StandardCharsets.UTF_8).replace("+", "%20");
  }

  @Override
  public String toString() {
    return text;
  }
}
