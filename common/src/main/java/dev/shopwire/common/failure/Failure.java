package dev.shopwire.common.failure;

import java.time.Duration;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * An expected refusal: told to the caller with its code and message, never logged as a bug, and
 * without a stack trace because it is made often and nobody looks for its place.
 */
public final class Failure extends RuntimeException {
  private static final long serialVersionUID = 1L;

  private final Code code;
  private final String reason;
  private final transient List<Fault> faults;
  private final transient Optional<Duration> retryAfter;
  private final transient Map<String, Object> extensions;

  private Failure(
      Code code, String reason, String message, List<Fault> faults, Optional<Duration> retryAfter) {
    this(code, reason, message, faults, retryAfter, Map.of());
  }

  private Failure(
      Code code,
      String reason,
      String message,
      List<Fault> faults,
      Optional<Duration> retryAfter,
      Map<String, Object> extensions) {
    super(message, null, false, false);
    this.code = code;
    this.reason = reason;
    this.faults = List.copyOf(faults);
    this.retryAfter = retryAfter;
    this.extensions = Map.copyOf(extensions);
  }

  /**
   * The same with a member more in its problem document (RFC 9457, section 3.2); not told to other
   * processes.
   */
  public Failure with(String name, Object value) {
    Map<String, Object> more = new HashMap<>(extensions);
    more.put(name, value);
    return new Failure(code, reason, message(), faults, retryAfter, more);
  }

  /** A refusal whose stable word is that of its {@code code}. */
  public static Failure of(Code code, String message) {
    return new Failure(code, code.word(), message, List.of(), Optional.empty());
  }

  /** A refusal with a stable word of its own. */
  public static Failure of(Code code, String reason, String message) {
    return new Failure(code, reason, message, List.of(), Optional.empty());
  }

  /** Nothing has the id or name that the caller gave (404). */
  public static Failure unknown(String what) {
    return of(Code.NOT_FOUND, "unknown_" + what.replace(' ', '_'), "There is no such " + what);
  }

  /** A failure as another process told it. */
  public static Failure restored(
      Code code, String reason, String message, List<Fault> faults, Optional<Duration> retryAfter) {
    return new Failure(code, reason, message, faults, retryAfter);
  }

  /** Understood but invalid (422): every fault at once; the first one gives the message. */
  public static Failure invalid(List<Fault> faults) {
    Fault first = faults.get(0);
    String more = faults.size() == 1 ? "" : " (and " + (faults.size() - 1) + " more, see errors)";
    return new Failure(
        Code.INVALID, first.code(), first.message() + more, faults, Optional.empty());
  }

  public static Failure invalid(String pointer, String code, String message) {
    return invalid(List.of(new Fault(pointer, code, message)));
  }

  /** The same of a query parameter. */
  public static Failure invalidParameter(String name, String code, String message) {
    return invalid(List.of(Fault.ofParameter(name, code, message)));
  }

  /** A customer id and a domain that came together are of two shops (422). */
  public static Failure conflictingShops() {
    return invalidParameter(
        "customerId",
        "conflicting_fields",
        "customerId and the domain are of different shops, send one of them");
  }

  /** A part of the service that must answer is not there (503); a retry may cure it. */
  public static Failure unavailable(String message) {
    return new Failure(
        Code.UNAVAILABLE,
        Code.UNAVAILABLE.word(),
        message,
        List.of(),
        Optional.of(Duration.ofSeconds(1)));
  }

  /** The same (503) with a stable word of its own. */
  public static Failure unavailable(String reason, String message, Duration retryAfter) {
    return new Failure(Code.UNAVAILABLE, reason, message, List.of(), Optional.of(retryAfter));
  }

  public static Failure rateLimited(String message, Duration retryAfter) {
    return new Failure(
        Code.RATE_LIMITED, Code.RATE_LIMITED.word(), message, List.of(), Optional.of(retryAfter));
  }

  public Code code() {
    return code;
  }

  /** The stable word for programs: the problem document's {@code code}. */
  public String reason() {
    return reason;
  }

  /** For a person; never null, unlike its origin's. */
  public String message() {
    return String.valueOf(getMessage());
  }

  public List<Fault> faults() {
    return faults;
  }

  /** Further members of the problem document, by their names. */
  public Map<String, Object> extensions() {
    return extensions;
  }

  /** When a retry may succeed, if it is known. */
  public Optional<Duration> retryAfter() {
    return retryAfter;
  }
}
