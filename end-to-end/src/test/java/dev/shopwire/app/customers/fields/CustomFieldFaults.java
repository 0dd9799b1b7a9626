package dev.shopwire.app.customers.fields;

import dev.shopwire.app.support.PlainJson;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * The errors of a {@code POST /identify} body that need no stored data, as {@code pointer code}.
 */
final class CustomFieldFaults {
  static final String DOMAIN = "myplatformDomain";
  private static final String FIELDS = "customFields";
  private static final String LABEL = "[a-z0-9]([a-z0-9-]{0,61}[a-z0-9])?";

  private CustomFieldFaults() {}

  /** The content of {@code customFields}; empty if it is absent, null or not an object. */
  static Map<String, @Nullable Object> sentFields(Map<String, @Nullable Object> body) {
    Map<String, @Nullable Object> sent = new LinkedHashMap<>();
    if (body.get(FIELDS) instanceof Map<?, ?> fields) {
      fields.forEach((name, value) -> sent.put(String.valueOf(name), value));
    }
    return sent;
  }

  /** Without the errors of single fields. */
  static List<String> ofBody(Map<String, @Nullable Object> body) {
    List<String> errors = new ArrayList<>();
    domainError(body.get(DOMAIN)).ifPresent(code -> errors.add("/" + DOMAIN + " " + code));
    Object name = body.get("name");
    if (name != null && !(name instanceof String)) {
      errors.add("/name invalid_type");
    }
    Object fields = body.get(FIELDS);
    if (fields != null && !(fields instanceof Map<?, ?>)) {
      errors.add("/" + FIELDS + " invalid_type");
    }
    if (sentFields(body).size() > CustomFieldModel.MAX_FIELDS_PER_CALL) {
      errors.add("/" + FIELDS + " too_many_fields");
    }
    return errors;
  }

  private static Optional<String> domainError(@Nullable Object domain) {
    if (domain == null) {
      return Optional.of("required");
    }
    if (!(domain instanceof String text)) {
      return Optional.of("invalid_type");
    }
    return isHost(shop(text)) ? Optional.empty() : Optional.of("invalid_domain");
  }

  /** The shop that a domain identifies, if it is valid. */
  static String shop(Object domain) {
    return domain.toString().strip().toLowerCase(Locale.ROOT);
  }

  static boolean isHost(String shop) {
    return shop.length() <= 253 && shop.matches("(" + LABEL + "\\.)+" + LABEL);
  }

  /** In pointers, names that are too long are cut, and names that are not valid text are hidden. */
  static String ofField(String name, String code) {
    String shown =
        name.codePointCount(0, name.length()) > CustomFieldRules.NAME_LENGTH
            ? name.substring(0, name.offsetByCodePoints(0, CustomFieldRules.NAME_LENGTH)) + "…"
            : name;
    boolean isText = name.codePoints().noneMatch(c -> c == 0 || PlainJson.isSurrogate(c));
    String escaped = shown.replace("~", "~0").replace("/", "~1");
    return "/" + FIELDS + "/" + (isText ? escaped : "?") + " " + code;
  }
}
