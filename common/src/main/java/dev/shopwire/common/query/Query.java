package dev.shopwire.common.query;

import dev.shopwire.common.failure.Failure;
import dev.shopwire.common.failure.ValidationError;
import dev.shopwire.common.json.StorableText;
import io.vertx.core.MultiMap;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalInt;
import org.jspecify.annotations.Nullable;

/**
 * Reads and validates query parameters one by one. Validation errors are collected and thrown
 * together by {@link #throwIfInvalid()}; an invalid parameter reads as if it were absent, and so
 * does an empty one. Not thread-safe.
 */
public final class Query {
  private final Map<String, String> parameters;
  private final @Nullable CursorSigner signer;
  private final List<ValidationError> errors = new ArrayList<>();

  /** For requests without paging. */
  public Query(Map<String, String> parameters) {
    this.parameters = parameters;
    this.signer = null;
  }

  /**
   * @param signer signs the cursors
   */
  public Query(Map<String, String> parameters, CursorSigner signer) {
    this.parameters = parameters;
    this.signer = signer;
  }

  /** The first value of each parameter. */
  public static Map<String, String> first(MultiMap parameters) {
    Map<String, String> first = new LinkedHashMap<>();
    parameters.forEach(entry -> first.putIfAbsent(entry.getKey(), entry.getValue()));
    return first;
  }

  /** For requests without paging. */
  public static Query of(MultiMap parameters) {
    return new Query(first(parameters));
  }

  /**
   * The cursors of the requested list.
   *
   * @param criteria the parameters that determine the list, without those of paging
   */
  public PageCursors cursors(AppScope app, List<String> criteria) {
    if (signer == null) {
      throw new IllegalStateException("a request without paging has no cursors");
    }
    return new PageCursors(signer, app, criteria);
  }

  public boolean has(String name) {
    return !parameters.getOrDefault(name, "").isBlank();
  }

  /** The raw values of these parameters, in this order; equal lists mean equal queries. */
  public List<String> rawValues(List<String> names) {
    return names.stream().map(name -> parameters.getOrDefault(name, "")).toList();
  }

  /** A text of at most {@code max} characters, unchanged; empty if it is blank. */
  public Optional<String> text(String name, int max) {
    return has(name) ? checked(name, parameters.getOrDefault(name, ""), max) : Optional.empty();
  }

  /** The same trimmed; an empty string if it is blank or invalid. */
  public String trimmed(String name, int max) {
    return has(name)
        ? checked(name, parameters.getOrDefault(name, "").strip(), max).orElse("")
        : "";
  }

  private Optional<String> checked(String name, String text, int max) {
    Optional<String> problem = StorableText.findProblem(text);
    if (problem.isPresent()) {
      return addError(name, "invalid_text", problem.get());
    }
    return StorableText.length(text) > max
        ? addError(name, "too_long", "must have at most " + max + " characters")
        : Optional.of(text);
  }

  /** A whole number from {@code min} to {@code max}. */
  public int integer(String name, int fallback, int min, int max) {
    if (!has(name)) {
      return fallback;
    }
    OptionalInt value = number(parameters.getOrDefault(name, "").strip(), min, max);
    if (value.isEmpty()) {
      addError(name, "invalid_" + name, expected(min, max));
    }
    return value.orElse(fallback);
  }

  /** The value of up to nine digits; empty unless it is in the range. */
  static OptionalInt number(String text, int min, int max) {
    int value = text.matches("\\d{1,9}") ? Integer.parseInt(text) : -1;
    return value < min || value > max ? OptionalInt.empty() : OptionalInt.of(value);
  }

  /** The text of a validation error that follows the name. */
  static String expected(int min, int max) {
    return "must be a number from " + min + " to " + max;
  }

  /** The number of rows of a page, which {@code name} requests: see {@link PageSize}. */
  public int pageSize(String name) {
    return integer(name, PageSize.DEFAULT, 1, PageSize.MAX);
  }

  /** One of {@code allowed}; the error for any other value lists them. */
  public Optional<String> choice(String name, List<String> allowed) {
    Optional<String> value = text(name, 100).map(String::strip);
    return value.isPresent() && !allowed.contains(value.get())
        ? addError(name, "invalid_" + name, "must be one of " + String.join(", ", allowed))
        : value;
  }

  /**
   * Records a validation error.
   *
   * @param name of the parameter, optionally followed by a slash and a position in its value
   * @param message the text that follows the name
   * @return always empty, as the parameter's value
   */
  public <T> Optional<T> addError(String name, String code, String message) {
    int slash = name.indexOf('/');
    String parameter = slash < 0 ? name : name.substring(0, slash);
    errors.add(
        ValidationError.ofParameter(
            parameter, code, ValidationError.truncate(name) + " " + message));
    return Optional.empty();
  }

  /** Records an error within the JSON value of a parameter, which its pointer locates. */
  public void addError(ValidationError error) {
    errors.add(error);
  }

  /** Records an error unless there are others, which could have caused it. */
  public void addErrorIfNone(String name, String code, String message) {
    if (errors.isEmpty()) {
      addError(name, code, message);
    }
  }

  /**
   * @throws Failure 422 with all errors so far, if there are any
   */
  public void throwIfInvalid() {
    if (!errors.isEmpty()) {
      throw Failure.invalid(errors);
    }
  }
}
