package dev.shopwire.attribution.history;

import com.fasterxml.jackson.databind.JsonNode;
import dev.shopwire.common.contracts.Timeline;
import dev.shopwire.common.exports.ExportSource;
import dev.shopwire.common.failure.Failure;
import dev.shopwire.common.json.Json;
import dev.shopwire.common.query.NumericId;
import io.vertx.core.Future;
import io.vertx.sqlclient.Pool;
import io.vertx.sqlclient.Tuple;
import java.time.Instant;
import java.time.OffsetDateTime;
import java.time.ZoneOffset;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * Reads the entries of the attribution log for a customer's timeline over all roles ({@link
 * Timeline}). Not thread-safe; use from one event loop.
 */
public final class CustomerTimeline {
  static final String TYPE = "attribution";

  /** Precedes the id of a row of the log, so that it differs from the ids of other types. */
  private static final String ID_PREFIX = TYPE + "-";

  private final Pool pool;

  public CustomerTimeline(Pool pool) {
    this.pool = pool;
  }

  public Future<Timeline.Part> read(Timeline.Request request) {
    if (!request.types().contains(TYPE)) {
      return Future.succeededFuture(new Timeline.Part(List.of(), false));
    }
    return Customer.find(pool, request.customerId())
        .compose(customer -> AttributionLog.newestOfCustomer(pool, parameters(customer, request)))
        .map(entries -> part(entries, request.take()));
  }

  /** {@code getCustomerTimeline}: the entries of this role. */
  public static ExportSource export() {
    return (export, snapshot) -> {
      long id = NumericId.parse(export.id()).orElseThrow(() -> Failure.notFound("customer"));
      Timeline.Request request =
          Timeline.Request.ofExport(id, export.parameters(), export.caller());
      return Customer.find(snapshot, id)
          .map(
              customer ->
                  AttributionLog.newestOfCustomer(
                      parameters(customer, request), logged -> entry(logged).row()));
    };
  }

  private static Tuple parameters(Customer customer, Timeline.Request request) {
    return Tuple.of(customer.workspaceId(), customer.id(), request.app())
        .addOffsetDateTime(time(request.from()))
        .addOffsetDateTime(time(request.until()))
        .addOffsetDateTime(time(request.beforeAt()))
        .addString(afterId(request))
        .addInteger(request.take() + 1);
  }

  /**
   * Entries of the time of the previous page's last entry follow it if their type or, in the same
   * type, their id does.
   *
   * @return the id after which they start, without its prefix; null if none of them follows
   */
  private static @Nullable String afterId(Timeline.Request request) {
    int order = TYPE.compareTo(request.beforeType());
    if (order != 0) {
      return order > 0 ? "" : null;
    }
    return request.beforeId().startsWith(ID_PREFIX)
        ? request.beforeId().substring(ID_PREFIX.length())
        : "";
  }

  private static @Nullable OffsetDateTime time(String at) {
    return at.isEmpty() ? null : Instant.parse(at).atOffset(ZoneOffset.UTC);
  }

  private static Timeline.Part part(List<Map<String, @Nullable Object>> entries, int take) {
    return new Timeline.Part(
        entries.stream().limit(take).map(CustomerTimeline::entry).toList(), entries.size() > take);
  }

  private static Timeline.Entry entry(Map<String, @Nullable Object> logged) {
    JsonNode detail = Json.MAPPER.valueToTree(logged);
    return new Timeline.Entry(
        ID_PREFIX + detail.path("id").asText(),
        TYPE,
        detail.path("at").asText(),
        detail.path("app"),
        title(detail),
        detail);
  }

  private static String title(JsonNode entry) {
    String code = "Code " + entry.path("code").asText();
    String affiliate = entry.at("/affiliate/name").asText();
    return switch (entry.path("outcome").asText()) {
      case "attributed" -> code + " credited to " + affiliate;
      case "refused" -> code + " refused: " + entry.path("reason").asText();
      case "assigned" -> "Credit assigned to " + affiliate;
      case "reassigned" -> "Credit reassigned to " + affiliate;
      default -> "Credit removed";
    };
  }
}
