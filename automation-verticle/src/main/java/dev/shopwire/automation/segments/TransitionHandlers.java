package dev.shopwire.automation.segments;

import dev.shopwire.automation.reads.Snapshots;
import dev.shopwire.automation.tracking.TransitionList;
import dev.shopwire.automation.tracking.TransitionList.Position;
import dev.shopwire.automation.tracking.TransitionList.Transition;
import dev.shopwire.common.bus.JsonResponse;
import dev.shopwire.common.contracts.AdminQuery;
import dev.shopwire.common.contracts.ListResponse;
import dev.shopwire.common.exports.ExportContracts.OpenRequest;
import dev.shopwire.common.exports.ExportSource;
import dev.shopwire.common.failure.Failure;
import dev.shopwire.common.json.Times;
import dev.shopwire.common.query.AppScope;
import dev.shopwire.common.query.CursorSigner;
import dev.shopwire.common.query.NumericId;
import dev.shopwire.common.query.PageCursors;
import dev.shopwire.common.query.Query;
import dev.shopwire.common.tenancy.CustomerId;
import dev.shopwire.common.tenancy.ShopRef;
import io.vertx.core.Future;
import io.vertx.sqlclient.Pool;
import io.vertx.sqlclient.SqlClient;
import io.vertx.sqlclient.SqlConnection;
import io.vertx.sqlclient.Tuple;
import java.time.Instant;
import java.time.OffsetDateTime;
import java.time.ZoneOffset;
import java.time.temporal.ChronoUnit;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/** Lists who entered and left a tracked segment. Not thread-safe; use from one event loop. */
public final class TransitionHandlers {
  private static final String CUSTOMER = "customerId";

  private final Pool pool;
  private final CursorSigner signer;

  public TransitionHandlers(Pool pool, CursorSigner signer) {
    this.pool = pool;
    this.signer = signer;
  }

  public Future<JsonResponse> list(AdminQuery request) {
    long workspaceId = request.caller().workspaceId();
    Query query = new Query(request.parameters(), signer);
    int take = query.pageSize("take");
    Optional<ShopRef> customer = CustomerRows.parameter(query, CUSTOMER);
    PageCursors cursors =
        query.cursors(
            new AppScope(workspaceId, 0),
            List.of(
                "segments.transitions",
                Long.toString(request.id()),
                query.rawValues(List.of(CUSTOMER)).get(0)));
    Position after = cursors.read(query).map(TransitionHandlers::position).orElse(Position.START);
    return Snapshots.read(
            pool,
            connection ->
                SegmentReads.require(connection, workspaceId, request.id())
                    .compose(segment -> customerId(connection, workspaceId, customer))
                    .compose(
                        id ->
                            TransitionList.page(
                                connection, workspaceId, request.id(), id, after, take + 1)))
        .map(
            found ->
                ListResponse.of(
                    "transitions",
                    found,
                    take,
                    TransitionHandlers::json,
                    last -> cursors.encode(text(last.position()))));
  }

  private static Future<Optional<Long>> customerId(
      SqlClient client, long workspaceId, Optional<ShopRef> customer) {
    return customer
        .map(
            given ->
                CustomerRows.require(client, workspaceId, given)
                    .map(found -> Optional.of(found.id())))
        .orElseGet(() -> Future.succeededFuture(Optional.empty()));
  }

  private static String text(Position position) {
    return "%d %d %d"
        .formatted(
            ChronoUnit.MICROS.between(Instant.EPOCH, position.at().toInstant()),
            position.customerId(),
            position.version());
  }

  private static Position position(String text) {
    String[] parts = text.split(" ", 3);
    OffsetDateTime at =
        Instant.EPOCH.plus(Long.parseLong(parts[0]), ChronoUnit.MICROS).atOffset(ZoneOffset.UTC);
    return new Position(at, Long.parseLong(parts[1]), Long.parseLong(parts[2]));
  }

  private static Map<String, @Nullable Object> json(Transition transition) {
    Map<String, @Nullable Object> cause = new LinkedHashMap<>();
    cause.put("type", transition.cause());
    cause.put("at", Times.format(transition.causeAt()));
    cause.put("app", transition.app());
    Map<String, @Nullable Object> json = new LinkedHashMap<>();
    json.put("customerId", CustomerId.of(transition.customerId()));
    json.put("myplatformDomain", transition.domain());
    json.put("type", transition.isEntered() ? "entered" : "exited");
    json.put("version", transition.version());
    json.put("at", Times.format(transition.at()));
    json.put("cause", cause);
    return json;
  }

  /** The complete list. */
  public static ExportSource export() {
    return TransitionHandlers::open;
  }

  private static Future<ExportSource.Rows> open(OpenRequest request, SqlConnection snapshot) {
    long workspaceId = request.caller().workspaceId();
    long id = NumericId.parse(request.id()).orElseThrow(() -> Failure.notFound("segment"));
    Query query = new Query(request.parameters());
    Optional<ShopRef> customer = CustomerRows.parameter(query, CUSTOMER);
    query.throwIfInvalid();
    return SegmentReads.require(snapshot, workspaceId, id)
        .compose(segment -> customerId(snapshot, workspaceId, customer))
        .map(
            found ->
                ExportSource.Rows.of(
                    found.isPresent() ? TransitionList.ALL_OF_CUSTOMER : TransitionList.ALL,
                    found
                        .map(one -> Tuple.of(workspaceId, id, one))
                        .orElseGet(() -> Tuple.of(workspaceId, id)),
                    row -> json(Transition.read(row))));
  }
}
