package dev.shopwire.common.failure;

import com.fasterxml.jackson.annotation.JsonInclude;
import org.jspecify.annotations.Nullable;

/**
 * A validation error of a request: in its body, located by a pointer, or in a query parameter,
 * located by its name. Both are cut to {@link #MAX_LOCATION} characters.
 *
 * @param pointer a JSON Pointer (RFC 6901) to the field, empty for the entire body; null for a
 *     parameter
 * @param parameter the name of a query parameter; null for the body
 * @param code a stable identifier for programs
 * @param message for people: what was expected and what was sent
 * @param position where the error is within a text that has a syntax of its own, in code points;
 *     null elsewhere
 * @param length how many code points of that text it concerns; null without a position
 */
@JsonInclude(JsonInclude.Include.NON_NULL)
public record ValidationError(
    @Nullable String pointer,
    @Nullable String parameter,
    String code,
    String message,
    @Nullable Integer position,
    @Nullable Integer length) {
  /** The maximum length of a pointer or a name, in code points. */
  public static final int MAX_LOCATION = 200;

  public ValidationError {
    pointer = pointer == null ? null : truncate(pointer);
    parameter = parameter == null ? null : truncate(parameter);
  }

  /** An error in the body. */
  public ValidationError(String pointer, String code, String message) {
    this(pointer, null, code, message, null, null);
  }

  /**
   * An error within a text of the body.
   *
   * @param position in code points
   * @param length in code points
   */
  public static ValidationError ofText(
      String pointer, int position, int length, String code, String message) {
    return new ValidationError(pointer, null, code, message, position, length);
  }

  /** An error in a query parameter. */
  public static ValidationError ofParameter(String name, String code, String message) {
    return new ValidationError(null, name, code, message, null, null);
  }

  /**
   * Whether this is an error of the value in a body that {@code other} is about, or of one that
   * contains it.
   */
  public boolean includes(ValidationError other) {
    return pointer != null
        && other.pointer != null
        && (other.pointer + "/").startsWith(pointer + "/");
  }

  /** Shortens a pointer or a name that is repeated to the caller. */
  public static String truncate(String text) {
    return text.length() <= MAX_LOCATION || text.codePointCount(0, text.length()) <= MAX_LOCATION
        ? text
        : text.substring(0, text.offsetByCodePoints(0, MAX_LOCATION));
  }
}
