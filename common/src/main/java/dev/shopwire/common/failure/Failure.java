package dev.shopwire.common.failure;

import java.time.Duration;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * An expected failure: reported to the caller with its code and message and never logged as a bug.
 * It has no stack trace, because it is created often and its origin doesn't matter.
 */
public final class Failure extends RuntimeException {
  private static final long serialVersionUID = 1L;

  private final Code code;
  private final String reason;
  private final transient List<ValidationError> errors;
  private final transient Optional<Duration> retryAfter;
  private final transient Map<String, Object> extensions;

  private Failure(
      Code code,
      String reason,
      String message,
      List<ValidationError> errors,
      Optional<Duration> retryAfter) {
    this(code, reason, message, errors, retryAfter, Map.of());
  }

  private Failure(
      Code code,
      String reason,
      String message,
      List<ValidationError> errors,
      Optional<Duration> retryAfter,
      Map<String, Object> extensions) {
    super(message, null, false, false);
    this.code = code;
    this.reason = reason;
    this.errors = List.copyOf(errors);
    this.retryAfter = retryAfter;
    this.extensions = Map.copyOf(extensions);
  }

  /**
   * Returns a copy with another field in its problem document (RFC 9457, section 3.2).
   *
   * @param value what Jackson writes as JSON
   */
  public Failure with(String name, Object value) {
    Map<String, Object> more = new HashMap<>(extensions);
    more.put(name, value);
    return new Failure(code, reason, message(), errors, retryAfter, more);
  }

  /** A failure whose reason is the default of its {@code code}. */
  public static Failure of(Code code, String message) {
    return new Failure(code, code.id(), message, List.of(), Optional.empty());
  }

  /** A failure with a reason of its own. */
  public static Failure of(Code code, String reason, String message) {
    return new Failure(code, reason, message, List.of(), Optional.empty());
  }

  /** No resource has the given id or name (404). */
  public static Failure notFound(String what) {
    return of(Code.NOT_FOUND, "unknown_" + what.replace(' ', '_'), "There is no such " + what);
  }

  /** Restores a failure received from another process. */
  public static Failure restore(
      Code code,
      String reason,
      String message,
      List<ValidationError> errors,
      Optional<Duration> retryAfter,
      Map<String, Object> extensions) {
    return new Failure(code, reason, message, errors, retryAfter, extensions);
  }

  /** Understood but invalid (422): reports all faults; the first one supplies the message. */
  public static Failure invalid(List<ValidationError> errors) {
    ValidationError first = errors.get(0);
    String more = errors.size() == 1 ? "" : " (and " + (errors.size() - 1) + " more, see errors)";
    return new Failure(
        Code.INVALID, first.code(), first.message() + more, errors, Optional.empty());
  }

  public static Failure invalid(String pointer, String code, String message) {
    return invalid(List.of(new ValidationError(pointer, code, message)));
  }

  /** An invalid query parameter (422). */
  public static Failure invalidParameter(String name, String code, String message) {
    return invalid(List.of(ValidationError.ofParameter(name, code, message)));
  }

  /** The customer id and the domain of a request belong to different shops (422). */
  public static Failure conflictingShops() {
    return invalidParameter(
        "customerId",
        "conflicting_fields",
        "customerId and the domain belong to different shops; send only one");
  }

  /** A bug (500), which is logged where it was caught; the message says nothing about it. */
  public static Failure internal() {
    return of(Code.INTERNAL, "The request could not be completed");
  }

  /** A required part of the service is unavailable (503); a retry may succeed. */
  public static Failure unavailable(String message) {
    return new Failure(
        Code.UNAVAILABLE,
        Code.UNAVAILABLE.id(),
        message,
        List.of(),
        Optional.of(Duration.ofSeconds(1)));
  }

  /** The same (503) with a reason of its own. */
  public static Failure unavailable(String reason, String message, Duration retryAfter) {
    return new Failure(Code.UNAVAILABLE, reason, message, List.of(), Optional.of(retryAfter));
  }

  public static Failure rateLimited(String message, Duration retryAfter) {
    return rateLimited(Code.RATE_LIMITED.id(), message, retryAfter);
  }

  /** The same (429) with a reason of its own. */
  public static Failure rateLimited(String reason, String message, Duration retryAfter) {
    return new Failure(Code.RATE_LIMITED, reason, message, List.of(), Optional.of(retryAfter));
  }

  public Code code() {
    return code;
  }

  /** The stable identifier for programs: the problem document's {@code code}. */
  public String reason() {
    return reason;
  }

  /** The text for people; never null, unlike {@link #getMessage()}. */
  public String message() {
    return String.valueOf(getMessage());
  }

  public List<ValidationError> errors() {
    return errors;
  }

  /** Additional fields of the problem document, by name. */
  public Map<String, Object> extensions() {
    return extensions;
  }

  /** The delay after which a retry may succeed, if known. */
  public Optional<Duration> retryAfter() {
    return retryAfter;
  }
}
