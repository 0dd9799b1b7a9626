package dev.shopwire.app.support;

import java.util.Map;
import java.util.TreeMap;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.stream.Collectors;
import java.util.stream.IntStream;

/**
 * Generates the requests of a busy app's backend and of an admin. They are numbered, so that the
 * counts determine what was sent. Not thread-safe.
 *
 * @param key the app's API key
 * @param kinds the kinds to cycle through; one may occur several times
 */
public record SteadyRequests(
    String workspaceId,
    String key,
    String slug,
    java.util.List<Kind> kinds,
    Map<Kind, AtomicInteger> counts) {
  public static final int BATCH = 20;
  public static final String CODE = "ROLLING";

  /** Each kind is numbered from 0. QUIET is an event that no endpoint subscribes to. */
  public enum Kind {
    EVENT,
    QUIET,
    BATCH,
    IDENTIFY,
    STAFF,
    ATTRIBUTION,
    CUSTOMER,
    CONSOLE
  }

  /** One request; {@code body} is empty for a GET. */
  public record Request(Kind kind, String path, String body) {}

  public static SteadyRequests of(String workspaceId, String key, java.util.List<Kind> kinds) {
    return of(workspaceId, key, "", kinds);
  }

  /**
   * @param slug the app's slug, for attribution
   */
  public static SteadyRequests of(
      String workspaceId, String key, String slug, java.util.List<Kind> kinds) {
    return new SteadyRequests(workspaceId, key, slug, kinds, new TreeMap<>());
  }

  Request next(long number) {
    Kind kind = kinds.get((int) (number % kinds.size()));
    int n = counts.computeIfAbsent(kind, k -> new AtomicInteger()).getAndIncrement();
    return switch (kind) {
      case EVENT -> new Request(kind, "/v1/usage_events", event("e-" + n, "told", n));
      case QUIET -> new Request(kind, "/v1/usage_events", event("q-" + n, "quiet", n));
      case BATCH ->
          new Request(
              kind,
              "/v1/usage_events",
              IntStream.range(0, BATCH)
                  .mapToObj(i -> event("b-" + n + "-" + i, "quiet", n))
                  .collect(Collectors.joining(",", "{\"events\":[", "]}")));
      case IDENTIFY ->
          new Request(
              kind,
              "/v1/identify",
              "{\"myplatformDomain\":\"%s\",\"name\":\"Shop\",\"customFields\":{\"n\":%d}}"
                  .formatted(shop("i", n), n));
      case STAFF ->
          new Request(
              kind,
              "/v1/staff",
              "{\"myplatformDomain\":\"%s\",\"staff\":[{\"id\":1},{\"id\":2}]}"
                  .formatted(shop("s", n)));
      case ATTRIBUTION ->
          new Request(
              kind,
              "/v1/attribution",
              "{\"app\":\"%s\",\"myplatformDomain\":\"%s\",\"mref\":\"%s\"}"
                  .formatted(slug, shop("a", n), CODE));
      case CUSTOMER -> new Request(kind, "/v1/customer?myplatformDomain=" + shop("e", 0), "");
      case CONSOLE ->
          new Request(kind, "/console/api/workspaces/" + workspaceId + "/custom-fields", "");
    };
  }

  private static String shop(String kind, int number) {
    return kind + number + ".example.com";
  }

  private static String event(String id, String name, int number) {
    return "{\"eventName\":\"%s\",\"customerId\":\"%s\",\"eventId\":\"%s\"}"
        .formatted(name, shop("e", number % 50), id);
  }

  public int count(Kind kind) {
    AtomicInteger count = counts.get(kind);
    return count == null ? 0 : count.get();
  }

  /** The ids of all events sent, sorted by their bytes and joined by commas. */
  public String eventIds() {
    return java.util.stream.Stream.of(
            IntStream.range(0, count(Kind.EVENT)).mapToObj(n -> "e-" + n),
            IntStream.range(0, count(Kind.QUIET)).mapToObj(n -> "q-" + n),
            IntStream.range(0, count(Kind.BATCH))
                .boxed()
                .flatMap(n -> IntStream.range(0, BATCH).mapToObj(i -> "b-" + n + "-" + i)))
        .flatMap(ids -> ids)
        .sorted()
        .collect(Collectors.joining(","));
  }

  /** Omits the API key. */
  @Override
  public String toString() {
    return "SteadyRequests" + counts;
  }
}
