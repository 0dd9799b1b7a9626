package dev.shopwire.common.tenancy;

import com.fasterxml.jackson.databind.JsonNode;
import dev.shopwire.common.config.Settings;
import dev.shopwire.common.json.JsonInput;
import dev.shopwire.common.json.JsonTypes;
import java.util.Locale;
import java.util.Optional;

/**
 * Validates and normalizes shop domains (docs/api/README.md): trimmed, in lower case, with a dot,
 * and, if the platform's domain is configured, {@code <shop>.<platform domain>}.
 *
 * @param platformDomain in lower case; empty to accept any host name with a dot
 */
public record ShopDomain(Optional<String> platformDomain) {
  private static final int MAX_LENGTH = 253;
  private static final int MAX_LABEL = 63;

  /** As configured by {@code platform.domain}. */
  public static ShopDomain of(Settings settings) {
    Optional<String> platform =
        settings.text("platform.domain").map(name -> name.toLowerCase(Locale.ROOT));
    platform.ifPresent(
        name -> {
          if (name.length() > MAX_LENGTH || !isHostName(name)) {
            throw settings.invalid("platform.domain", "a host name", name);
          }
        });
    return new ShopDomain(platform);
  }

  /** A normalized domain, and the validation error if it is invalid. */
  public record Checked(String domain, Optional<String> problem) {}

  public Checked check(String text) {
    String domain = text.strip().toLowerCase(Locale.ROOT);
    return new Checked(domain, findProblem(domain));
  }

  /** Reads the required field {@code name}; empty text, with an error recorded, if invalid. */
  public String read(JsonInput input, String name) {
    JsonNode value = input.value(name);
    if (value.isMissingNode() || value.isNull()) {
      input.addError(name, "required", "is required: the shop's domain");
      return "";
    }
    if (!value.isTextual()) {
      input.addError(name, "invalid_type", "must be a string, got " + JsonTypes.name(value));
      return "";
    }
    Optional<String> other = input.conflictingName(name);
    if (other.isPresent()) {
      input.addError(name, "conflicting_fields", "differs from " + other.get() + "; send only one");
      return "";
    }
    Checked checked = check(value.textValue());
    checked.problem().ifPresent(problem -> input.addError(name, "invalid_domain", problem));
    return checked.problem().isPresent() ? "" : checked.domain();
  }

  private Optional<String> findProblem(String domain) {
    if (domain.isEmpty()) {
      return Optional.of("is empty, expected a host name");
    }
    if (domain.contains("://")) {
      return Optional.of("has a scheme, expected the host name alone");
    }
    if (domain.indexOf('/') >= 0) {
      return Optional.of("has a path, expected the host name alone");
    }
    if (domain.length() > MAX_LENGTH) {
      return Optional.of("is longer than " + MAX_LENGTH + " characters");
    }
    if (!isHostName(domain)) {
      return Optional.of("is not a valid host name");
    }
    if (platformDomain.isEmpty() && domain.indexOf('.') < 0) {
      return Optional.of("has no dot, expected a host name such as shop.example.com");
    }
    return platformDomain
        .filter(platform -> !isShopOf(domain, platform))
        .map(platform -> "must have the form <shop>." + platform);
  }

  private static boolean isShopOf(String domain, String platform) {
    int shop = domain.length() - platform.length() - 1;
    return shop > 0
        && domain.endsWith(platform)
        && domain.charAt(shop) == '.'
        && domain.indexOf('.') == shop;
  }

  /** RFC 1123 §2.1: labels of letters, digits and inner hyphens; the last is not all digits. */
  private static boolean isHostName(String domain) {
    int labelStart = 0;
    boolean digitsOnly = true;
    for (int i = 0; i <= domain.length(); i++) {
      char c = i < domain.length() ? domain.charAt(i) : '.';
      if (c == '.') {
        if (i == labelStart || i - labelStart > MAX_LABEL || domain.charAt(i - 1) == '-') {
          return false;
        }
        if (i == domain.length()) {
          return !digitsOnly;
        }
        labelStart = i + 1;
        digitsOnly = true;
      } else if ((c >= 'a' && c <= 'z') || (c == '-' && i > labelStart)) {
        digitsOnly = false;
      } else if (c < '0' || c > '9') {
        return false;
      }
    }
    return false;
  }
}
