package dev.shopwire.common.http;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.JsonNode;
import dev.shopwire.common.failure.Code;
import dev.shopwire.common.failure.Failure;
import dev.shopwire.common.failure.ValidationError;
import dev.shopwire.common.json.Json;
import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** Tests the JSON of problem documents, as described in docs/api/README.md. */
class ProblemsTest {
  private static JsonNode document(Failure failure) throws JsonProcessingException {
    return Json.MAPPER.readTree(
        Json.MAPPER.writeValueAsString(Problems.document(failure, "request-1")));
  }

  @Test
  void aPlainFailureHasTheSevenFieldsOfEveryProblem() throws JsonProcessingException {
    assertEquals(
        Json.MAPPER.readTree(
            """
            {"type":"urn:shopwire:problem:not_found","title":"Not found","status":404,
             "detail":"There is nothing at this path","code":"not_found","requestId":"request-1",
             "error":"There is nothing at this path"}
            """),
        document(Failure.of(Code.NOT_FOUND, "There is nothing at this path")));
  }

  @Test
  void everyErrorIsReportedWithItsPointer() throws JsonProcessingException {
    JsonNode problem =
        document(
            Failure.invalid(
                List.of(
                    new ValidationError("/events/0/eventName", "required", "eventName is required"),
                    new ValidationError("/events/7/a~1b", "too_long", "a/b is \"too\" long"))));
    assertEquals("required", problem.path("code").asText());
    assertEquals("eventName is required (and 1 more, see errors)", problem.path("detail").asText());
    assertEquals(
        Json.MAPPER.readTree(
            """
            [{"pointer":"/events/0/eventName","code":"required","message":"eventName is required"},
             {"pointer":"/events/7/a~1b","code":"too_long","message":"a/b is \\"too\\" long"}]
            """),
        problem.path("errors"));
  }

  @Test
  void anErrorWithinATextHasItsPosition() throws JsonProcessingException {
    JsonNode problem =
        document(
            Failure.invalid(
                List.of(ValidationError.ofText("/text", 0, 4, "unknown_field", "no such field"))));
    assertEquals(
        Json.MAPPER.readTree(
            """
            [{"pointer":"/text","code":"unknown_field","message":"no such field",
              "position":0,"length":4}]
            """),
        problem.path("errors"));
  }

  @ParameterizedTest
  @EnumSource(Code.class)
  void clientsOfThePreviousVendorAlwaysFindAnErrorText(Code code) throws JsonProcessingException {
    JsonNode problem = document(Failure.of(code, "why"));
    assertTrue(problem.path("error").isTextual());
    assertEquals(problem.path("detail"), problem.path("error"));
    assertEquals(code.status(), problem.path("status").asInt());
    assertFalse(problem.has("errors"));
  }

  @Test
  void retryAfterIsAHeaderButNotAField() throws JsonProcessingException {
    JsonNode problem = document(Failure.rateLimited("too fast", Duration.ofSeconds(3)));
    assertEquals(7, problem.size());
    assertFalse(problem.toString().contains("3"), problem.toString());
  }

  @Test
  void aReasonReplacesTheIdOfTheCode() throws JsonProcessingException {
    JsonNode problem =
        document(Failure.of(Code.MALFORMED, "malformed_gzip", "The body is not valid gzip"));
    assertEquals("malformed_gzip", problem.path("code").asText());
    assertEquals("urn:shopwire:problem:malformed_gzip", problem.path("type").asText());
    assertEquals("Malformed request", problem.path("title").asText());
  }
}
