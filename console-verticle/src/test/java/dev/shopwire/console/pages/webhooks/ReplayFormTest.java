package dev.shopwire.console.pages.webhooks;

import static org.junit.jupiter.api.Assertions.assertEquals;

import dev.shopwire.console.pages.forms.FormData;
import java.nio.charset.StandardCharsets;
import java.time.Instant;
import java.time.ZoneId;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

/** Tests what the forms about endpoints and replays send to the API. */
class ReplayFormTest {
  private static final ZoneId NEW_YORK = ZoneId.of("America/New_York");

  private static String body(Map<String, List<String>> query) {
    return ReplayForm.body(ReplayForm.normal(new FormData(query)), NEW_YORK).toString();
  }

  @Test
  void localTimesAreThoseOfThePagesZone() {
    // The night with 25 hours.
    assertEquals("2026-11-01T04:00:00.000Z", ReplayForm.instant("2026-11-01", NEW_YORK, false));
    assertEquals("2026-11-02T04:59:59.999Z", ReplayForm.instant("2026-11-01", NEW_YORK, true));
    assertEquals(
        "2026-11-01T13:30:00.000Z", ReplayForm.instant(" 2026-11-01 08:30 ", NEW_YORK, true));
    for (String text : List.of("2026-11-01T08:30:00Z", "soon", "2026-13-01", "")) {
      assertEquals(text, ReplayForm.instant(text, NEW_YORK, false));
    }
  }

  @Test
  void onlyWhatIsGivenIsSent() {
    assertEquals(
        "{\"since\":\"2026-10-01T04:00:00.000Z\",\"statuses\":[\"failed\",\"parked\"]}",
        body(Map.of("since", List.of("2026-10-01"), "until", List.of(" "))));
    Map<String, List<String>> all = new LinkedHashMap<>();
    all.put("since", List.of("2026-10-01T00:00:00Z"));
    all.put("statuses", List.of("delivered", "parked"));
    all.put("topics", List.of("contacts/created,contacts/deleted"));
    all.put("eventNames", List.of("a, b\r\n\r\n c "));
    all.put("customerId", List.of("cus_1"));
    assertEquals(
        "{\"since\":\"2026-10-01T00:00:00Z\",\"statuses\":[\"delivered\",\"parked\"],"
            + "\"topics\":[\"contacts/created\",\"contacts/deleted\"],"
            + "\"eventNames\":[\"a, b\",\"c\"],\"customerId\":\"cus_1\"}",
        body(all));
  }

  @Test
  void theConfirmedFilterIsTheCountedOneWhateverTheZone() {
    FormData normal =
        ReplayForm.until(
            ReplayForm.normal(
                FormData.of(Map.of("since", "2026-10-01", "statuses", "failed,delivered"))),
            Instant.parse("2026-10-03T00:00:00.123456Z"));
    Map<String, String> fixed = ReplayForm.fixed(normal, NEW_YORK);
    FormData confirmed = ReplayForm.normal(FormData.of(fixed));
    assertEquals("2026-10-03T00:00:00.123Z", fixed.get("until"));
    assertEquals(
        ReplayForm.body(normal, NEW_YORK), ReplayForm.body(confirmed, ZoneId.of("Asia/Tokyo")));
  }

  @Test
  void noNamesAndNoAppsOfAnEndpointAreAll() {
    assertEquals(
        "{\"url\":\"u\",\"filter\":null,\"apps\":null}", endpoint("{\"eventNames\":[]}", "[]"));
    assertEquals(
        "{\"url\":\"u\",\"filter\":{\"eventNames\":[\"a\"]},\"apps\":[\"b\"]}",
        endpoint("{\"eventNames\":[\"a\"]}", "[\"b\"]"));
  }

  private static String endpoint(String filter, String apps) {
    return EndpointForm.body(
        "{\"url\":\"u\",\"filter\":%s,\"apps\":%s}"
            .formatted(filter, apps)
            .getBytes(StandardCharsets.UTF_8));
  }
}
