package dev.shopwire.console.timeline;

import dev.shopwire.common.access.AccessLevel;
import dev.shopwire.common.access.Caller;
import dev.shopwire.common.audit.CustomerAudit;
import dev.shopwire.common.contracts.AnalyticsContracts;
import dev.shopwire.common.contracts.AttributionContracts;
import dev.shopwire.common.contracts.Timeline.Entry;
import dev.shopwire.common.contracts.Timeline.Part;
import dev.shopwire.common.contracts.Timeline.Request;
import dev.shopwire.common.contracts.WebhookContracts;
import dev.shopwire.common.exports.ExportContracts.OpenRequest;
import dev.shopwire.common.failure.Failure;
import dev.shopwire.common.failure.ValidationError;
import dev.shopwire.common.json.Times;
import dev.shopwire.common.query.AppScope;
import dev.shopwire.common.query.CursorSigner;
import dev.shopwire.common.query.NumericId;
import dev.shopwire.common.query.PageCursors;
import dev.shopwire.common.query.Query;
import dev.shopwire.common.role.Role;
import dev.shopwire.common.time.Bounds;
import dev.shopwire.console.RoleParts;
import io.vertx.core.Future;
import io.vertx.core.Vertx;
import io.vertx.sqlclient.SqlClient;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.EnumMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;

/**
 * Reads the timeline of a customer: events, credits, deliveries and changes, from the roles that
 * know them. A role that does not respond costs its entries, not the timeline. Not thread-safe; use
 * from one event loop.
 */
public final class CustomerTimeline {
  private static final int MAX_SLUG = 63;
  private static final int MAX_TYPES = 200;

  /** The whole response must arrive within 2 s. */
  private static final long TIMEOUT_MILLIS = 1_700;

  private static final List<String> CRITERIA =
      List.of("types", "app", "startDate", "endDate", "timezone");

  private final SqlClient client;
  private final CursorSigner signer;
  private final List<TimelineSource> sources;

  /**
   * @param client reads the audit log
   */
  public CustomerTimeline(Vertx vertx, SqlClient client, CursorSigner signer) {
    this.client = client;
    this.signer = signer;
    sources =
        List.of(
            new TimelineSource(
                Role.ANALYTICS.id(),
                List.of("usage_event", "page_view"),
                (workspace, request) -> AnalyticsContracts.TIMELINE.call(vertx, request)),
            new TimelineSource(
                Role.ATTRIBUTION.id(),
                List.of("attribution"),
                (workspace, request) ->
                    AttributionContracts.CUSTOMER_TIMELINE.call(vertx, request)),
            new TimelineSource(
                Role.WEBHOOK.id(),
                List.of("webhook_delivery"),
                (workspace, request) -> WebhookContracts.TIMELINE.call(vertx, request)),
            new TimelineSource(Role.CONSOLE.id(), List.of(CustomerAudit.TYPE), this::changes));
  }

  /** From how many roles entries come. */
  int sourceCount() {
    return sources.size();
  }

  /** A page of the timeline, as JSON. */
  public Future<Map<String, @Nullable Object>> read(
      long customerId, Map<String, String> parameters, Caller caller) {
    Query query = new Query(parameters, signer);
    PageCursors cursors = cursors(customerId, query);
    Request request = parse(customerId, query, cursors, caller);
    return CustomerAudit.workspace(client, customerId)
        .compose(workspaceId -> collect(workspaceId, request, cursors));
  }

  /**
   * The requests for the complete timeline, by the role that knows the entries. In none of them is
   * what the caller may not see.
   *
   * @throws Failure 422 if a parameter is invalid
   */
  public Map<Role, OpenRequest> exports(OpenRequest request) {
    long customerId = NumericId.parse(request.id()).orElseThrow(() -> Failure.notFound("customer"));
    Query query = new Query(request.parameters(), signer);
    Request parsed = parse(customerId, query, cursors(customerId, query), request.caller());
    Map<Role, OpenRequest> parts = new EnumMap<>(Role.class);
    for (TimelineSource source : wanted(parsed)) {
      Role role = Role.of(source.name());
      if (role != Role.CONSOLE || hasChanges(parsed)) {
        parts.put(
            role,
            new OpenRequest(
                request.list(),
                request.id(),
                parsed.exportParameters(),
                request.countOnly(),
                request.caller()));
      }
    }
    return parts;
  }

  private static PageCursors cursors(long customerId, Query query) {
    List<String> criteria = new ArrayList<>(List.of("timeline", Long.toString(customerId)));
    criteria.addAll(query.rawValues(CRITERIA));
    return query.cursors(new AppScope(0, 0), criteria);
  }

  private Request parse(long customerId, Query query, PageCursors cursors, Caller caller) {
    List<String> types = types(query);
    String app = query.trimmed("app", MAX_SLUG);
    Bounds bounds = Bounds.read(query);
    int take = query.pageSize("take");
    String[] after = cursors.read(query).orElse("  ").split(" ", 3);
    return new Request(
        customerId,
        types,
        app,
        bounds.start().map(Times::format).orElse(""),
        bounds.end().map(Times::format).orElse(""),
        after[0],
        after[1],
        after[2],
        take,
        caller);
  }

  private List<String> types(Query query) {
    List<String> known = sources.stream().flatMap(source -> source.types().stream()).toList();
    Optional<String> given = query.text("types", MAX_TYPES);
    List<String> types =
        given
            .map(text -> Arrays.stream(text.split(",", -1)).map(String::strip).distinct().toList())
            .orElse(known);
    if (!known.containsAll(types)) {
      query.addError(
          "types",
          "invalid_types",
          "must be one or several of %s, got %s"
              .formatted(String.join(",", known), ValidationError.truncate(given.orElse(""))));
    }
    return types;
  }

  /** Changes made in the console, for admins; they belong to no app. */
  private Future<Part> changes(long workspaceId, Request request) {
    return hasChanges(request)
        ? CustomerAudit.read(client, workspaceId, request)
            .timeout(TIMEOUT_MILLIS, TimeUnit.MILLISECONDS)
        : Future.succeededFuture(new Part(List.of(), false));
  }

  private static boolean hasChanges(Request request) {
    return request.caller().level().includes(AccessLevel.ADMIN) && request.app().isEmpty();
  }

  /** The sources of the wanted types. */
  private List<TimelineSource> wanted(Request request) {
    return sources.stream()
        .filter(source -> source.types().stream().anyMatch(request.types()::contains))
        .toList();
  }

  private Future<Map<String, @Nullable Object>> collect(
      long workspaceId, Request request, PageCursors cursors) {
    List<TimelineSource> wanted = wanted(request);
    List<String> missing = new ArrayList<>();
    List<Future<Part>> parts =
        wanted.stream()
            .map(
                source ->
                    source
                        .read()
                        .apply(workspaceId, request)
                        .recover(error -> withoutPart(source, error, missing)))
            .toList();
    return Future.all(parts)
        .map(
            all ->
                response(
                    TimelineMerge.merge(
                        parts.stream().map(Future::result).toList(), request.take()),
                    cursors,
                    wanted.stream().map(TimelineSource::name).filter(missing::contains).toList()));
  }

  /** What the role rejects fails; one that can't respond now is left out. */
  private static Future<Part> withoutPart(
      TimelineSource source, Throwable error, List<String> missing) {
    if (!RoleParts.isMissing(error)) {
      return Future.failedFuture(error);
    }
    missing.add(source.name());
    return Future.succeededFuture(new Part(List.of(), false));
  }

  private static Map<String, @Nullable Object> response(
      TimelineMerge.Page page, PageCursors cursors, List<String> missing) {
    Map<String, @Nullable Object> response = new LinkedHashMap<>();
    response.put("timeline", page.entries());
    response.put("cursor", page.hasMore() ? cursors.encode(key(page.entries())) : null);
    response.put("hasNextPage", page.hasMore());
    response.put("missing", missing);
    return response;
  }

  /** The position of the last entry. */
  private static String key(List<Entry> entries) {
    Entry last = entries.get(entries.size() - 1);
    return String.join(" ", last.at(), last.type(), last.id());
  }
}
