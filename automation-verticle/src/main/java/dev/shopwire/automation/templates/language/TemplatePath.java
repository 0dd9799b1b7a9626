package dev.shopwire.automation.templates.language;

import dev.shopwire.common.events.PropertyPath;
import java.util.Optional;
import java.util.regex.Pattern;
import java.util.stream.Stream;

/** What a placeholder names. Whether a field exists is known to the caller alone. */
public sealed interface TemplatePath {
  /** The path as written in templates. */
  String text();

  /** The paths that every workspace has. */
  enum Fixed implements TemplatePath {
    CUSTOMER_NAME("customer.name"),
    CUSTOMER_EMAIL("customer.email"),
    CUSTOMER_DOMAIN("customer.myplatformDomain"),
    CONTACT_FIRST_NAME("contact.firstName"),
    CONTACT_LAST_NAME("contact.lastName"),
    CONTACT_EMAIL("contact.email"),
    CONTACT_ROLE("contact.role"),
    UNSUBSCRIBE_URL("unsubscribeUrl"),
    PREFERENCES_URL("preferencesUrl");

    private final String text;

    Fixed(String text) {
      this.text = text;
    }

    @Override
    public String text() {
      return text;
    }
  }

  /**
   * A custom field.
   *
   * @param app the slug of the app that the value or the field belongs to; empty for a shared one
   */
  record Field(Optional<String> app, String name) implements TemplatePath {
    private static final Pattern NAME = Pattern.compile("[A-Za-z_][A-Za-z0-9_.-]{0,99}");
    private static final Pattern APP = Pattern.compile("[A-Za-z0-9][A-Za-z0-9_-]{0,99}");

    @Override
    public String text() {
      return FIELD + app.map(slug -> slug + "/").orElse("") + name;
    }

    private static Optional<TemplatePath> of(String text) {
      int slash = text.indexOf('/');
      String name = text.substring(slash + 1);
      Optional<String> app = slash < 0 ? Optional.empty() : Optional.of(text.substring(0, slash));
      return NAME.matcher(name).matches() && app.stream().allMatch(a -> APP.matcher(a).matches())
          ? Optional.of(new Field(app, name))
          : Optional.empty();
    }
  }

  /** A property of the event that caused the mail. */
  record EventProperty(PropertyPath path) implements TemplatePath {
    @Override
    public String text() {
      return EVENT + path.text();
    }

    private static Optional<TemplatePath> of(String text) {
      PropertyPath path = PropertyPath.of(text);
      return path.isComplete() ? Optional.of(new EventProperty(path)) : Optional.empty();
    }
  }

  String FIELD = "cf.";
  String EVENT = "event.";

  /** Reads a path; empty if there is none like it. */
  static Optional<TemplatePath> of(String text) {
    if (text.startsWith(FIELD)) {
      return Field.of(text.substring(FIELD.length()));
    }
    if (text.startsWith(EVENT)) {
      return EventProperty.of(text.substring(EVENT.length()));
    }
    return Stream.of(Fixed.values())
        .filter(path -> path.text.equals(text))
        .map(TemplatePath.class::cast)
        .findFirst();
  }
}
