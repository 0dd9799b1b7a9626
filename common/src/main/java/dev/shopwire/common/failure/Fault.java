package dev.shopwire.common.failure;

import com.fasterxml.jackson.annotation.JsonInclude;
import org.jspecify.annotations.Nullable;

/**
 * One thing that is wrong with a request: of its body, then it has a pointer, or of its parameters,
 * then it has that one's name. Places are cut to {@link #MAX_PLACE} characters.
 *
 * @param pointer a JSON Pointer (RFC 6901) to the member, empty for the whole body; null for a
 *     fault of a parameter
 * @param parameter the name of a query parameter; null for a fault of the body
 * @param code a stable word for programs
 * @param message for a person: what was expected and what came
 */
@JsonInclude(JsonInclude.Include.NON_NULL)
public record Fault(
    @Nullable String pointer, @Nullable String parameter, String code, String message) {
  /** Of a pointer or a name; in code points. */
  public static final int MAX_PLACE = 200;

  public Fault {
    pointer = pointer == null ? null : cut(pointer);
    parameter = parameter == null ? null : cut(parameter);
  }

  /** A fault of the body. */
  public Fault(String pointer, String code, String message) {
    this(pointer, null, code, message);
  }

  /** A fault of a query parameter. */
  public static Fault ofParameter(String name, String code, String message) {
    return new Fault(null, name, code, message);
  }

  /** The first characters of a place or of a name that is repeated to the caller. */
  public static String cut(String place) {
    return place.length() <= MAX_PLACE || place.codePointCount(0, place.length()) <= MAX_PLACE
        ? place
        : place.substring(0, place.offsetByCodePoints(0, MAX_PLACE));
  }
}
