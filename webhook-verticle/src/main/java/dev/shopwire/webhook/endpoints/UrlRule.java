package dev.shopwire.webhook.endpoints;

import dev.shopwire.common.json.JsonInput;
import java.net.URI;
import java.net.URISyntaxException;
import java.util.Locale;
import java.util.Optional;
import java.util.function.Function;

/** Validates the URLs of endpoints (docs/api/webhooks.md). Thread-safe. */
final class UrlRule {
  private static final String URL = "url";
  private static final int MAX_LENGTH = 2_048;
  private static final int MAX_PORT = 65_535;

  private final Function<URI, Optional<String>> refusal;

  /**
   * @param refusal why nothing may be sent to an otherwise valid URL, if so
   */
  UrlRule(Function<URI, Optional<String>> refusal) {
    this.refusal = refusal;
  }

  /** Reads the required field {@code url}; empty if invalid, which {@code input} then reports. */
  String read(JsonInput input) {
    String text = input.requiredString(URL, MAX_LENGTH);
    if (text.isEmpty()) {
      return text;
    }
    Optional<URI> parsed = parse(text);
    if (parsed.isEmpty()) {
      return addError(
          input,
          "invalid_url",
          "must be an absolute http or https URL in ASCII, such as https://example.com/hooks");
    }
    URI url = parsed.get();
    if (url.getRawUserInfo() != null) {
      return addError(input, "credentials_in_url", "must not contain a user name or password");
    }
    if (url.getRawFragment() != null) {
      return addError(
          input, "fragment_in_url", "must not have a fragment (#…), which is never sent");
    }
    Optional<String> refused = refusal.apply(url);
    return refused.isPresent()
        ? addError(input, "address_refused", "is not allowed: " + refused.get())
        : text;
  }

  private static String addError(JsonInput input, String code, String message) {
    input.addError(URL, code, message);
    return "";
  }

  private static Optional<URI> parse(String text) {
    try {
      URI url = new URI(text);
      String scheme = String.valueOf(url.getScheme()).toLowerCase(Locale.ROOT);
      boolean valid =
          (scheme.equals("http") || scheme.equals("https"))
              && url.getHost() != null
              && url.getPort() != 0
              && url.getPort() <= MAX_PORT
              && text.chars().allMatch(c -> c < 0x7f);
      return valid ? Optional.of(url) : Optional.empty();
    } catch (URISyntaxException e) {
      return Optional.empty();
    }
  }
}
