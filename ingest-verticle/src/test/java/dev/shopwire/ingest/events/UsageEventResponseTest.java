package dev.shopwire.ingest.events;

import static org.junit.jupiter.api.Assertions.assertEquals;

import com.fasterxml.jackson.core.JsonProcessingException;
import dev.shopwire.common.failure.ValidationError;
import dev.shopwire.common.json.Json;
import dev.shopwire.ingest.events.UsageEventRequest.Rejection;
import java.util.List;
import org.junit.jupiter.api.Test;

/** Tests the JSON of the response, as described in docs/api/events.md. */
class UsageEventResponseTest {
  private static String json(UsageEventResponse response) throws JsonProcessingException {
    return Json.MAPPER.writeValueAsString(response);
  }

  @Test
  void withoutWarningsTheFieldIsOmitted() throws JsonProcessingException {
    assertEquals(
        "{\"success\":true,\"accepted\":3,\"duplicates\":1,\"rejected\":[]}",
        json(UsageEventResponse.of(3, 1, List.of(), List.of())));
  }

  @Test
  void rejectedEventsAreListed() throws JsonProcessingException {
    List<Rejection> rejected =
        List.of(
            new Rejection(1, "e-1", "required", "eventName is required"),
            new Rejection(4, null, "invalid_type", "An event must be an object, got null"));
    assertEquals(
        "{\"success\":true,\"accepted\":1,\"duplicates\":0,\"rejected\":["
            + "{\"index\":1,\"eventId\":\"e-1\",\"code\":\"required\","
            + "\"message\":\"eventName is required\"},"
            + "{\"index\":4,\"eventId\":null,\"code\":\"invalid_type\","
            + "\"message\":\"An event must be an object, got null\"}]}",
        json(UsageEventResponse.of(1, 0, rejected, List.of())));
  }

  @Test
  void warningsAreListed() throws JsonProcessingException {
    List<ValidationError> warnings =
        List.of(new ValidationError("/evntId", "unknown_member", "evntId was ignored"));
    assertEquals(
        "{\"success\":true,\"accepted\":1,\"duplicates\":0,\"rejected\":[],\"warnings\":["
            + "{\"pointer\":\"/evntId\",\"code\":\"unknown_member\","
            + "\"message\":\"evntId was ignored\"}]}",
        json(UsageEventResponse.of(1, 0, List.of(), warnings)));
  }
}
