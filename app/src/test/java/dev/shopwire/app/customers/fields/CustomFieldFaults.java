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
 * What is wrong with a body of {@code POST /identify} whatever is stored, as {@code pointer code}.
 */
final class CustomFieldFaults {
  static final String DOMAIN = "myplatformDomain";
  private static final String FIELDS = "customFields";
  private static final String LABEL = "[a-z0-9]([a-z0-9-]{0,61}[a-z0-9])?";

  private CustomFieldFaults() {}

  /** The members of {@code customFields}; none if it is absent, null or no object. */
  static Map<String, @Nullable Object> sentFields(Map<String, @Nullable Object> body) {
    Map<String, @Nullable Object> sent = new LinkedHashMap<>();
    if (body.get(FIELDS) instanceof Map<?, ?> members) {
      members.forEach((name, value) -> sent.put(String.valueOf(name), value));
    }
    return sent;
  }

  /** But for what is wrong with single fields. */
  static List<String> ofBody(Map<String, @Nullable Object> body) {
    List<String> faults = new ArrayList<>();
    domainFault(body.get(DOMAIN)).ifPresent(code -> faults.add("/" + DOMAIN + " " + code));
    Object name = body.get("name");
    if (name != null && !(name instanceof String)) {
      faults.add("/name invalid_type");
    }
    Object fields = body.get(FIELDS);
    if (fields != null && !(fields instanceof Map<?, ?>)) {
      faults.add("/" + FIELDS + " invalid_type");
    }
    if (sentFields(body).size() > CustomFieldModel.FIELDS_A_CALL) {
      faults.add("/" + FIELDS + " too_many_fields");
    }
    return faults;
  }

  private static Optional<String> domainFault(@Nullable Object domain) {
    if (domain == null) {
      return Optional.of("required");
    }
    if (!(domain instanceof String text)) {
      return Optional.of("invalid_type");
    }
    return isHost(shop(text)) ? Optional.empty() : Optional.of("invalid_domain");
  }

  /** Which shop a domain means, if it is one. */
  static String shop(Object domain) {
    return domain.toString().strip().toLowerCase(Locale.ROOT);
  }

  static boolean isHost(String shop) {
    return shop.length() <= 253 && shop.matches("(" + LABEL + "\\.)+" + LABEL);
  }

  /** Names longer than a valid one are cut in pointers, and such as are no text are hidden. */
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
