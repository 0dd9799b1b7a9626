package dev.shopwire.console.exports;

import dev.shopwire.common.failure.Failure;
import dev.shopwire.common.failure.ValidationError;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.Set;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/** The formats of a list, chosen by the parameter {@code format}. */
public enum ListFormat {
  /** A page of the list. */
  JSON("application/json"),
  /** The number of all rows. */
  COUNT("application/json"),
  CSV("text/csv; charset=utf-8"),
  /** One JSON object per line. */
  NDJSON("application/x-ndjson");

  static final String PARAMETER = "format";

  /** They select a page, and these formats have none. */
  private static final List<String> OF_PAGES = List.of("take", "cursor");

  private final String mediaType;

  ListFormat(String mediaType) {
    this.mediaType = mediaType;
  }

  /** The parameter's value. */
  public String id() {
    return name().toLowerCase(Locale.ROOT);
  }

  static List<String> ids() {
    return Arrays.stream(values()).map(ListFormat::id).toList();
  }

  String mediaType() {
    return mediaType;
  }

  /**
   * @param value of the parameter; null if it is absent
   * @param parameters the names of all parameters
   * @throws Failure 422 if there is no such format, or it has no pages and the parameters select
   *     one
   */
  public static ListFormat of(@Nullable String value, Set<String> parameters) {
    if (value == null) {
      return JSON;
    }
    ListFormat format =
        Arrays.stream(values())
            .filter(each -> each.id().equals(value))
            .findFirst()
            .orElseThrow(
                () ->
                    Failure.invalidParameter(
                        PARAMETER,
                        "invalid_format",
                        "format must be one of %s, got %s"
                            .formatted(String.join(", ", ids()), ValidationError.truncate(value))));
    List<ValidationError> errors =
        OF_PAGES.stream()
            .filter(name -> format != JSON && parameters.contains(name))
            .map(name -> pageError(name, format))
            .collect(Collectors.toList());
    if (!errors.isEmpty()) {
      throw Failure.invalid(errors);
    }
    return format;
  }

  private static ValidationError pageError(String name, ListFormat format) {
    return ValidationError.ofParameter(
        name,
        "conflicting_parameters",
        name + " is not allowed with format=" + format.id() + ", which covers the complete list");
  }
}
