package dev.shopwire.app.partner;

import static org.junit.jupiter.api.Assertions.assertEquals;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.JsonNode;
import dev.shopwire.common.json.Json;
import dev.shopwire.sources.figures.Earning;
import dev.shopwire.sources.figures.PairHistory;
import dev.shopwire.sources.lifecycle.Lifecycle;
import dev.shopwire.sources.records.PartnerRecord;
import dev.shopwire.sources.records.ShopIdentity;
import dev.shopwire.testing.Http.Response;
import java.io.UncheckedIOException;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import java.util.stream.Collectors;

/** The records that the API lists of an app, by shops. */
record ListedPairs(long appId, List<PartnerRecord> records) {

  static ListedPairs of(PartnerFixture fixture) {
    long appId = Long.parseLong(fixture.app().appId());
    Response list =
        fixture
            .tenants()
            .console()
            .get("/console/api/apps/" + appId + "/partner-events?format=ndjson");
    assertEquals(200, list.status(), list::body);
    return new ListedPairs(
        appId, list.body().lines().map(line -> ListedRecords.read(parse(line))).toList());
  }

  private static JsonNode parse(String line) {
    try {
      return Json.MAPPER.readTree(line);
    } catch (JsonProcessingException e) {
      throw new UncheckedIOException(e);
    }
  }

  List<String> ids() {
    return records.stream().map(PartnerRecord::id).toList();
  }

  /** The pairs as known at {@code completeTo}; money without a shop is one of them. */
  List<PairHistory> pairs(Instant completeTo) {
    return records.stream()
        .collect(Collectors.groupingBy(record -> record.shop().map(ShopIdentity::key)))
        .entrySet()
        .stream()
        .map(pair -> pair(pair.getKey(), pair.getValue(), completeTo))
        .toList();
  }

  private PairHistory pair(Optional<String> shop, List<PartnerRecord> own, Instant completeTo) {
    Lifecycle lifecycle = Lifecycle.of(shop.isEmpty() ? List.of() : own, completeTo);
    return new PairHistory(
        appId,
        shop,
        Optional.empty(),
        lifecycle.transitions(),
        lifecycle.spans(),
        own.stream().flatMap(record -> Earning.of(record).stream()).toList());
  }
}
