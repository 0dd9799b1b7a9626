package dev.shopwire.console.pages;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.Test;

/** Tests the zone of pages, and their addresses. */
class PageRequestTest {
  private static String zone(String ofAddress, Optional<String> ofUser) {
    Map<String, String> query = ofAddress.isEmpty() ? Map.of() : Map.of("timezone", ofAddress);
    return RequestFake.of("/console", query, ofUser).zone().getId();
  }

  @Test
  void theZoneIsThatOfTheAddressThenOfTheUserThenOfTheWorkspace() {
    assertEquals("America/New_York", zone("America/New_York", Optional.of("Asia/Tokyo")));
    assertEquals("Asia/Tokyo", zone("", Optional.of("Asia/Tokyo")));
    assertEquals("Europe/Zurich", zone("", Optional.empty()));
    assertEquals("Asia/Tokyo", zone("Mars/Olympus", Optional.of("Asia/Tokyo")));
  }

  @Test
  void anAddressKeepsItsParametersAndEncodesThem() {
    Map<String, String> query = new LinkedHashMap<>();
    query.put("search", "a&b=c #d");
    query.put("cursor", "x");
    PageRequest request = RequestFake.of("/console/w/1/customers", query);
    assertEquals(
        "/console/w/1/customers?search=a%26b%3Dc+%23d&cursor=y",
        request.address(Map.of("cursor", "y")));
    assertEquals("/console/w/1/customers", request.address(Map.of("cursor", "", "search", "")));
  }
}
