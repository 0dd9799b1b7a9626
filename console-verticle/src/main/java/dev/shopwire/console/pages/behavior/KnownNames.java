package dev.shopwire.console.pages.behavior;

import com.fasterxml.jackson.databind.JsonNode;
import dev.shopwire.common.bus.Contract;
import dev.shopwire.common.bus.JsonResponse;
import dev.shopwire.common.contracts.AdminQuery;
import dev.shopwire.common.contracts.AnalyticsContracts;
import dev.shopwire.console.pages.PageRequest;
import dev.shopwire.console.pages.lists.ApiJson;
import io.vertx.core.Future;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.TimeUnit;

/**
 * Suggests values for filters. A page doesn't wait long for suggestions, and works without them.
 */
final class KnownNames {
  private static final long TIMEOUT_MILLIS = 600;

  /** Longer ones would make pages heavy. */
  private static final int MAX_LENGTH = 100;

  private final AppReads reads;

  KnownNames(AppReads reads) {
    this.reads = reads;
  }

  /**
   * What the app's events are called.
   *
   * @param areNone whether the app is known to have no events at all
   */
  record Names(
      boolean areNone,
      List<String> events,
      List<String> properties,
      List<String> shops,
      List<String> paths) {
    /** Without suggestions. */
    static final Names UNKNOWN = new Names(false, List.of(), List.of(), List.of(), List.of());
  }

  /** The names of events. */
  Future<Names> events(ChosenApp app, PageRequest request) {
    return read(AnalyticsContracts.EVENT_NAMES, app, Map.of("take", "50"), request)
        .map(
            known ->
                new Names(
                    areNone(known),
                    texts(known, "eventNames", "eventName"),
                    List.of(),
                    List.of(),
                    List.of()));
  }

  /** Also the properties of the events with the name in the address, and the newest shops. */
  Future<Names> all(ChosenApp app, PageRequest request) {
    Future<Names> events = events(app, request);
    Map<String, String> ofEvent =
        request.query().has("eventName")
            ? Map.of("take", "50", "eventName", request.query().get("eventName"))
            : Map.of("take", "50");
    Future<Optional<JsonNode>> properties =
        read(AnalyticsContracts.PROPERTIES, app, ofEvent, request);
    Future<Optional<JsonNode>> newest =
        read(AnalyticsContracts.EVENTS, app, Map.of("take", "25"), request);
    return Future.all(events, properties, newest)
        .map(
            done ->
                new Names(
                    events.result().areNone(),
                    events.result().events(),
                    texts(properties.result(), "properties", "property"),
                    texts(newest.result(), "events", Shops.DOMAIN),
                    texts(newest.result(), "events", "path")));
  }

  /** While events wait to be aggregated, names may be missing. */
  private static boolean areNone(Optional<JsonNode> known) {
    return known.filter(json -> json.path("eventNames").isEmpty() && !json.has("asOf")).isPresent();
  }

  private Future<Optional<JsonNode>> read(
      Contract<AdminQuery, JsonResponse> contract,
      ChosenApp app,
      Map<String, String> parameters,
      PageRequest request) {
    return reads
        .json(contract, app, parameters, request)
        .timeout(TIMEOUT_MILLIS, TimeUnit.MILLISECONDS)
        .map(Optional::of)
        .otherwise(unknown -> Optional.empty());
  }

  private static List<String> texts(Optional<JsonNode> response, String rows, String member) {
    return response.stream()
        .flatMap(json -> ApiJson.rows(json, rows).stream())
        .map(row -> row.path(member).asText(""))
        .filter(text -> !text.isEmpty() && text.length() <= MAX_LENGTH)
        .distinct()
        .toList();
  }
}
