package dev.shopwire.sources.pull;

import com.fasterxml.jackson.databind.JsonNode;
import dev.shopwire.common.background.Repeat;
import dev.shopwire.common.load.BackgroundPace;
import dev.shopwire.sources.connections.Connection;
import dev.shopwire.sources.connections.StreamTable;
import dev.shopwire.sources.connections.Windows.Window;
import dev.shopwire.sources.dialects.Dialect;
import dev.shopwire.sources.dialects.MappedNode;
import dev.shopwire.sources.dialects.RecordMapper;
import dev.shopwire.sources.dialects.StreamRule;
import dev.shopwire.sources.pull.LeaseTable.Superseded;
import dev.shopwire.sources.requests.PageRequests;
import dev.shopwire.sources.requests.PlatformClient;
import dev.shopwire.sources.requests.PlatformResponse;
import dev.shopwire.sources.requests.Problem;
import dev.shopwire.sources.requests.Reply;
import dev.shopwire.sources.requests.ReplyReader;
import io.vertx.core.Future;
import io.vertx.core.Vertx;
import io.vertx.core.buffer.Buffer;
import io.vertx.sqlclient.Pool;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.Callable;

/**
 * Fetches pages of one stream, each until it is complete: waits for a token, sends, decides what
 * the response means, and sends again later as often as that is needed. Not thread-safe; use from
 * one event loop.
 */
final class PageFetch {
  /** Correct responses in a row without what the dialect says that they have. */
  private static final int MAX_WITHOUT_ITEMS = 10;

  /** A rest of a backfill is this many times as long as the storing of the page before it. */
  private static final int REST_FACTOR = 30;

  /** What a fetch needs besides the connection. */
  record Tools(
      Vertx vertx, Pool pool, PlatformClient client, PartnerMetrics metrics, BackgroundPace pace) {}

  private final Tools tools;
  private final Lease lease;
  private final Connection connection;
  private final Dialect dialect;
  private final StreamRule stream;
  private final RecordMapper mapper;
  private final PageRequests requests;
  private final ReplyReader reader;
  private final Buffer bucket;
  private final Cancellation cancellation;
  private int failures;
  private int withoutItems;

  PageFetch(
      Tools tools,
      Lease lease,
      Connection connection,
      Dialect dialect,
      StreamRule stream,
      RecordMapper mapper,
      PageRequests requests,
      Cancellation cancellation) {
    this.tools = tools;
    this.lease = lease;
    this.connection = connection;
    this.dialect = dialect;
    this.stream = stream;
    this.mapper = mapper;
    this.requests = requests;
    this.reader = requests.reader(stream);
    this.bucket = requests.bucket();
    this.cancellation = cancellation;
  }

  /**
   * A complete page.
   *
   * @param nodes without those of ignored types
   */
  record Fetched(List<MappedNode> nodes, boolean hasMore, JsonNode cursor) {}

  /** The pass has to begin anew. */
  static final class Restarted extends RuntimeException {
    private static final long serialVersionUID = 1L;

    Restarted() {
      super("the pass has to begin anew", null, false, false);
    }
  }

  /** Nothing more may be sent for the connection. */
  static final class Stopped extends RuntimeException {
    private static final long serialVersionUID = 1L;

    private final transient Problem problem;

    Stopped(Problem problem) {
      super(problem.code(), null, false, false);
      this.problem = problem;
    }

    Problem problem() {
      return problem;
    }
  }

  /**
   * The page after {@code cursor}. Fails with {@link Restarted}, {@link Stopped} or {@link
   * Superseded}; everything else that the platform may do only takes time.
   */
  Future<Fetched> fetch(Window window, JsonNode cursor) {
    return Repeat.until(() -> attempt(window, cursor));
  }

  /** Leaves most of the time to ingest while that is busy. */
  Future<Void> restAfter(long workNanos) {
    Duration rest = tools.pace().restAfter(workNanos, REST_FACTOR);
    return rest.isZero() ? Future.succeededFuture() : cancellation.pause(rest);
  }

  /** Empty if the request is to be sent again now. */
  private Future<Optional<Fetched>> attempt(Window window, JsonNode cursor) {
    return Repeat.until(this::takeToken)
        .compose(
            taken -> tools.client().send(requests.of(stream, window.from(), window.to(), cursor)))
        .compose(this::read)
        .compose(reading -> decide(reading, cursor));
  }

  /** Empty if it is to be tried again now. */
  private Future<Optional<Boolean>> takeToken() {
    if (cancellation.isCancelled()) {
      return Future.failedFuture(new Superseded());
    }
    return BucketTable.take(
            tools.pool(),
            bucket,
            dialect.request().requestsPerSecond(),
            lease,
            connection.revision())
        .compose(
            take -> {
              if (!take.isAllowed()) {
                return Future.failedFuture(new Superseded());
              }
              return take.isTaken()
                  ? Future.succeededFuture(Optional.of(true))
                  : cancellation.pause(take.pause()).map(Optional.empty());
            });
  }

  /** A reply and, for a page, its mapped nodes. */
  private record Reading(Reply reply, List<MappedNode> nodes) {}

  private Future<Reading> read(PlatformResponse response) {
    Callable<Reading> reading =
        () -> {
          Reply reply = reader.read(response);
          List<MappedNode> nodes = new ArrayList<>();
          if (reply instanceof Reply.Page page) {
            page.nodes().forEach(node -> mapper.map(node).ifPresent(nodes::add));
          }
          return new Reading(reply, nodes);
        };
    // One response at a time: a tree takes several times the memory of its text.
    return tools.vertx().executeBlocking(reading, true);
  }

  private Future<Optional<Fetched>> decide(Reading reading, JsonNode cursor) {
    Reply reply = reading.reply();
    if (reply instanceof Reply.Page page) {
      tools.metrics().requested("ok");
      withoutItems = 0;
      if (page.hasMore() && page.cursor().equals(cursor)) {
        return restart(
            new Problem("restarted", "The platform sent the same cursor twice in a row", ""));
      }
      failures = 0;
      return Future.succeededFuture(
          Optional.of(new Fetched(reading.nodes(), page.hasMore(), page.cursor())));
    }
    if (reply instanceof Reply.Stop stop) {
      tools.metrics().requested(stop.problem().code());
      return stop(stop.problem());
    }
    if (reply instanceof Reply.Restart restart) {
      tools.metrics().requested(restart.problem().code());
      return restart(restart.problem());
    }
    Reply.Again again = (Reply.Again) reply;
    tools.metrics().requested(again.problem().code());
    withoutItems = again.lacksItems() ? withoutItems + 1 : 0;
    if (withoutItems >= MAX_WITHOUT_ITEMS) {
      return stop(
          new Problem(
              "dialect_mismatch",
              MAX_WITHOUT_ITEMS + " responses in a row: " + again.problem().message(),
              again.problem().answer()));
    }
    return again(again).map(waited -> Optional.empty());
  }

  private Future<Optional<Fetched>> stop(Problem problem) {
    return failed(problem, false).compose(done -> Future.failedFuture(new Stopped(problem)));
  }

  private Future<Optional<Fetched>> restart(Problem problem) {
    failures++;
    return failed(problem, true)
        .compose(done -> cancellation.pause(Backoff.after(failures)))
        .compose(waited -> Future.failedFuture(new Restarted()));
  }

  private Future<Void> again(Reply.Again again) {
    failures++;
    Duration backoff = Backoff.after(failures);
    Duration asked = again.retryAfter().orElse(Duration.ZERO);
    Future<Void> limited =
        again.limitsBucket() && !asked.isZero()
            ? BucketTable.pause(tools.pool(), bucket, asked)
            : Future.succeededFuture();
    return limited
        .compose(done -> failed(again.problem(), true))
        .compose(done -> cancellation.pause(asked.compareTo(backoff) > 0 ? asked : backoff));
  }

  private Future<Void> failed(Problem problem, boolean isRetried) {
    return StreamTable.failed(
        tools.pool(), connection.appId(), connection.fetchId(), stream.name(), isRetried, problem);
  }
}
