package dev.shopwire.common.failure;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class FailureTest {
  private static final ValidationError NAME =
      new ValidationError("/eventName", "required", "eventName is required");
  private static final ValidationError PATH =
      new ValidationError("/path", "too_long", "path is too long");
  private static final ValidationError ID =
      new ValidationError("/eventId", "empty", "eventId is empty");

  @ParameterizedTest
  @CsvSource({
    "MALFORMED, 400, malformed",
    "UNAUTHORIZED, 401, unauthorized",
    "NOT_FOUND, 404, not_found",
    "METHOD_NOT_ALLOWED, 405, method_not_allowed",
    "TOO_LARGE, 413, too_large",
    "UNSUPPORTED_MEDIA_TYPE, 415, unsupported_media_type",
    "INVALID, 422, invalid",
    "RATE_LIMITED, 429, rate_limited",
    "INTERNAL, 500, internal",
    "UNAVAILABLE, 503, unavailable"
  })
  void everyCodeHasAStatusAndAnId(Code code, int status, String id) {
    assertEquals(status, code.status());
    assertEquals(id, code.id());
    Failure failure = Failure.of(code, "text");
    assertEquals(code, failure.code());
    assertEquals(id, failure.reason());
    assertEquals("text", failure.message());
    assertEquals(List.of(), failure.errors());
    assertEquals(Optional.empty(), failure.retryAfter());
  }

  @Test
  void aFailureMayHaveItsOwnReason() {
    Failure failure = Failure.of(Code.MALFORMED, "malformed_gzip", "The body is not valid gzip");
    assertEquals(Code.MALFORMED, failure.code());
    assertEquals("malformed_gzip", failure.reason());
  }

  @Test
  void aSingleErrorIsTheMessage() {
    Failure failure = Failure.invalid("/path", "too_long", "path is too long");
    assertEquals(Code.INVALID, failure.code());
    assertEquals("too_long", failure.reason());
    assertEquals("path is too long", failure.message());
    assertEquals(List.of(PATH), failure.errors());
  }

  @Test
  void theFirstOfSeveralErrorsIsTheMessageAndTheOthersAreCounted() {
    Failure failure = Failure.invalid(List.of(NAME, PATH, ID));
    assertEquals("required", failure.reason());
    assertEquals("eventName is required (and 2 more, see errors)", failure.message());
    assertEquals(List.of(NAME, PATH, ID), failure.errors());
  }

  @Test
  void errorsAreImmutable() {
    List<ValidationError> collected = new ArrayList<>(List.of(NAME));
    Failure failure = Failure.invalid(collected);
    collected.add(PATH);
    assertEquals(List.of(NAME), failure.errors());
    assertThrows(UnsupportedOperationException.class, () -> failure.errors().clear());
  }

  @Test
  void anOutageCanBeRetriedAfterASecond() {
    Failure failure = Failure.unavailable("The database is unavailable");
    assertEquals(Code.UNAVAILABLE, failure.code());
    assertEquals(Optional.of(Duration.ofSeconds(1)), failure.retryAfter());
  }

  @Test
  void aRateLimitFailureHasARetryAfter() {
    Failure failure = Failure.rateLimited("too fast", Duration.ofMillis(250));
    assertEquals(Code.RATE_LIMITED, failure.code());
    assertEquals(Optional.of(Duration.ofMillis(250)), failure.retryAfter());
  }

  @Test
  void aFailureFromAnotherProcessIsRestored() {
    Failure failure =
        Failure.restore(
            Code.INVALID,
            "required",
            "text",
            List.of(NAME),
            Optional.of(Duration.ofMillis(5)),
            Map.of("index", 7));
    assertEquals(Code.INVALID, failure.code());
    assertEquals("required", failure.reason());
    assertEquals("text", failure.message());
    assertEquals(List.of(NAME), failure.errors());
    assertEquals(Optional.of(Duration.ofMillis(5)), failure.retryAfter());
    assertEquals(Map.of("index", 7), failure.extensions());
  }

  @Test
  void aFailureHasNoStackTrace() {
    assertEquals(0, Failure.of(Code.INTERNAL, "text").getStackTrace().length);
    assertTrue(Failure.of(Code.INTERNAL, "text").toString().contains("text"));
  }
}
