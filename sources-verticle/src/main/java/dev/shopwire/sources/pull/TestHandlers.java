package dev.shopwire.sources.pull;

import com.fasterxml.jackson.databind.node.NullNode;
import dev.shopwire.common.background.Repeat;
import dev.shopwire.common.bus.JsonResponse;
import dev.shopwire.common.contracts.AdminRequest;
import dev.shopwire.common.contracts.PartnerContracts;
import dev.shopwire.common.tenancy.ShopDomain;
import dev.shopwire.common.tenancy.Workspaces;
import dev.shopwire.sources.connections.ConnectionDraft;
import dev.shopwire.sources.connections.ConnectionDrafts;
import dev.shopwire.sources.connections.Windows.Window;
import dev.shopwire.sources.dialects.MappedNode;
import dev.shopwire.sources.dialects.RecordMapper;
import dev.shopwire.sources.dialects.StreamRule;
import dev.shopwire.sources.requests.PageRequests;
import dev.shopwire.sources.requests.PlatformClient;
import dev.shopwire.sources.requests.PlatformResponse;
import dev.shopwire.sources.requests.Problem;
import dev.shopwire.sources.requests.Reply;
import io.vertx.core.Future;
import io.vertx.core.Vertx;
import io.vertx.sqlclient.Pool;
import java.time.Duration;
import java.time.Instant;
import java.time.ZoneOffset;
import java.time.temporal.ChronoUnit;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;

/**
 * Handles the console's requests to try a connection: one page of each stream, of which nothing is
 * stored. Runs on the caller's event loop.
 */
public final class TestHandlers {
  private final Vertx vertx;
  private final Pool pool;
  private final ConnectionDrafts drafts;
  private final PlatformClient client;
  private final ShopDomain domains;

  public TestHandlers(
      Vertx vertx, Pool pool, ConnectionDrafts drafts, PlatformClient client, ShopDomain domains) {
    this.vertx = vertx;
    this.pool = pool;
    this.drafts = drafts;
    this.client = client;
    this.domains = domains;
  }

  public Future<JsonResponse> test(AdminRequest request) {
    long deadline = System.nanoTime() + PartnerContracts.TEST.toNanos();
    return new Workspaces(pool)
        .findApp(request.id())
        .compose(owned -> drafts.read(request.id(), request.body()))
        .compose(draft -> test(draft, deadline));
  }

  private Future<JsonResponse> test(ConnectionDraft draft, long deadline) {
    PageRequests requests = new PageRequests(draft.dialect(), draft.values());
    Future<List<Map<String, @Nullable Object>>> results = Future.succeededFuture(new ArrayList<>());
    for (StreamRule stream : draft.dialect().streams()) {
      results =
          results.compose(
              before ->
                  test(draft, requests, stream, deadline)
                      .map(
                          result -> {
                            before.add(result);
                            return before;
                          }));
    }
    return results.map(
        streams ->
            JsonResponse.of(
                Map.of(
                    "test",
                    Map.of(
                        "ok",
                        streams.stream().allMatch(stream -> Boolean.TRUE.equals(stream.get("ok"))),
                        "streams",
                        streams))));
  }

  /** One page of the longest range that ends now. */
  private Future<Map<String, @Nullable Object>> test(
      ConnectionDraft draft, PageRequests requests, StreamRule stream, long deadline) {
    Instant to = Instant.now().truncatedTo(ChronoUnit.SECONDS);
    Instant since = draft.since().atStartOfDay(ZoneOffset.UTC).toInstant();
    Instant earliest = to.minus(stream.window());
    Window window = new Window(since.isAfter(earliest) ? since : earliest, to);
    return Repeat.until(() -> takeToken(draft, requests, deadline))
        .compose(
            taken ->
                taken
                    ? client
                        .send(
                            requests.of(stream, window.from(), window.to(), NullNode.getInstance()))
                        .compose(response -> read(requests, stream, response))
                    : Future.succeededFuture(
                        failed(
                            stream,
                            new Problem(
                                "rate_limited",
                                "Other requests use the rate that the platform permits",
                                ""))));
  }

  /** False if there was none in time; empty if it is to be tried again. */
  private Future<Optional<Boolean>> takeToken(
      ConnectionDraft draft, PageRequests requests, long deadline) {
    return BucketTable.take(pool, requests.bucket(), draft.dialect().request().requestsPerSecond())
        .compose(
            take -> {
              if (take.isTaken()) {
                return Future.succeededFuture(Optional.of(true));
              }
              Duration left = Duration.ofNanos(deadline - System.nanoTime());
              return take.pause().compareTo(left) > 0
                  ? Future.succeededFuture(Optional.of(false))
                  : vertx.timer(take.pause().toMillis()).map(passed -> Optional.<Boolean>empty());
            });
  }

  private Future<Map<String, @Nullable Object>> read(
      PageRequests requests, StreamRule stream, PlatformResponse response) {
    Callable<Map<String, @Nullable Object>> reading =
        () -> {
          Reply reply = requests.reader(stream).read(response);
          if (reply instanceof Reply.Page page) {
            RecordMapper mapper = new RecordMapper(stream, domains);
            Optional<MappedNode> sample =
                page.nodes().stream().flatMap(node -> mapper.map(node).stream()).findFirst();
            return result(stream, true, null, sample.map(RecordView::json).orElse(null));
          }
          return failed(stream, problem(reply));
        };
    return vertx.executeBlocking(reading, true);
  }

  private static Problem problem(Reply reply) {
    if (reply instanceof Reply.Again again) {
      return again.problem();
    }
    return reply instanceof Reply.Stop stop ? stop.problem() : ((Reply.Restart) reply).problem();
  }

  private static Map<String, @Nullable Object> failed(StreamRule stream, Problem problem) {
    return result(stream, false, problem.json(), null);
  }

  private static Map<String, @Nullable Object> result(
      StreamRule stream,
      boolean isOk,
      @Nullable Map<String, @Nullable Object> problem,
      @Nullable Map<String, @Nullable Object> sample) {
    Map<String, @Nullable Object> json = new LinkedHashMap<>();
    json.put("name", stream.name());
    json.put("ok", isOk);
    json.put("problem", problem);
    json.put("sample", sample);
    return json;
  }
}
