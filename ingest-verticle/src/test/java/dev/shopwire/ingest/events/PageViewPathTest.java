package dev.shopwire.ingest.events;

import static dev.shopwire.ingest.events.ReadBodies.event;
import static dev.shopwire.ingest.events.ReadBodies.summary;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNull;

import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Tests the page of an event: {@code path}, or the previous vendor's {@code properties.path}. */
class PageViewPathTest {
  private static String body(String eventName, String fields) {
    return "{\"customerId\":\"a.example\"," + fields + ",\"eventName\":\"" + eventName + "\"}";
  }

  private static @Nullable String path(String fields) {
    return event(body("page_view", fields)).path();
  }

  @Test
  void thePathOfAPageViewMayBeInItsProperties() {
    assertEquals("/p", path("\"properties\":{\"a\":1,\"path\":\"/p\",\"b\":2}"));
    assertEquals("/p", path("\"path\":null,\"properties\":{\"path\":\"/p\"}"));
    assertEquals("/p", path("\"path\":\"\",\"properties\":{\"path\":\"/p\"}"));
  }

  @Test
  void forOtherEventsItIsAnOrdinaryProperty() {
    assertNull(event(body("viewed", "\"properties\":{\"path\":\"/p\"}")).path());
    assertNull(event(body("Page_View", "\"properties\":{\"path\":\"/p\"}")).path());
    assertEquals("/own", event(body("viewed", "\"path\":\"/own\"")).path());
  }

  @Test
  void theEventsOwnPathTakesPrecedence() {
    assertEquals("/own", path("\"path\":\"/own\",\"properties\":{\"path\":\"/p\"}"));
    assertEquals("/own", path("\"properties\":{\"path\":\"/p\"},\"path\":\"/own\""));
  }

  @Test
  void thePathRemainsAProperty() {
    assertEquals(
        "{\"path\":\"/p\"}",
        event(body("page_view", "\"properties\":{\"path\":\"/p\"}")).properties());
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "{\"path\":7}",
        "{\"path\":null}",
        "{\"path\":[\"/p\"]}",
        "{\"path\":{\"path\":\"/p\"}}",
        "{\"page\":{\"path\":\"/p\"}}",
        "{\"Path\":\"/p\"}",
        "{}"
      })
  void onlyAStringOfTheOutermostObjectIsAPath(String properties) {
    assertNull(path("\"properties\":" + properties));
  }

  @Test
  void theLastOfSeveralPathsCounts() {
    assertEquals("/2", path("\"properties\":{\"path\":\"/1\",\"path\":\"/2\"}"));
    assertNull(path("\"properties\":{\"path\":\"/1\",\"path\":7}"));
    assertNull(path("\"properties\":{\"path\":\"/1\",\"path\":{}}"));
    assertNull(path("\"properties\":{\"path\":\"/1\"},\"properties\":{}"));
    assertNull(path("\"properties\":{\"path\":\"/1\"},\"properties\":null"));
  }

  @Test
  void aPathHasAtMost2048Characters() {
    String longest = "/" + "😀".repeat(2_047);
    assertEquals(longest, path("\"properties\":{\"path\":\"" + longest + "\"}"));
    assertEquals(
        "/properties/path too_long",
        summary(body("page_view", "\"properties\":{\"path\":\"" + longest + "x\"}")));
    assertNull(event(body("viewed", "\"properties\":{\"path\":\"" + longest + "x\"}")).path());
    assertEquals(
        "/own",
        path("\"path\":\"/own\",\"properties\":{\"path\":\"" + longest + "x\"}"),
        "an unused path is not validated");
  }
}
