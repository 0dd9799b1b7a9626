package dev.shopwire.console.timeline;

import com.fasterxml.jackson.core.JsonParser;
import com.fasterxml.jackson.core.JsonToken;
import dev.shopwire.common.audit.CustomerAudit;
import dev.shopwire.common.contracts.Timeline;
import dev.shopwire.common.exports.ExportContracts.OpenRequest;
import dev.shopwire.common.exports.ExportSource;
import dev.shopwire.common.failure.Failure;
import dev.shopwire.common.json.Json;
import dev.shopwire.common.query.NumericId;
import dev.shopwire.console.exports.MergedExport;
import dev.shopwire.console.exports.RowOpener;
import dev.shopwire.console.exports.RowSource;
import io.vertx.core.Future;
import io.vertx.core.Vertx;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.time.Duration;
import java.time.Instant;
import java.util.Comparator;

/**
 * Opens the complete timeline of a customer. Each role reads its part from one snapshot, which it
 * begins after the request has arrived. A file names no missing role, so that it needs all that
 * know entries of the wanted types. Not thread-safe; use from one event loop.
 */
public final class TimelineExport implements RowOpener {
  private final Vertx vertx;
  private final CustomerTimeline timeline;

  public TimelineExport(Vertx vertx, CustomerTimeline timeline) {
    this.vertx = vertx;
    this.timeline = timeline;
  }

  /** The place of an entry among those of other roles, whose types differ. */
  record Position(Instant at, String type) implements Comparable<Position> {
    private static final Comparator<Position> ORDER =
        Comparator.comparing(Position::at).reversed().thenComparing(Position::type);

    /** Of an entry as JSON. */
    static Position of(String entry) {
      String at = "";
      String type = "";
      try (JsonParser parser = Json.FACTORY.createParser(entry)) {
        parser.nextToken();
        while ((at.isEmpty() || type.isEmpty()) && parser.nextToken() == JsonToken.FIELD_NAME) {
          String name = parser.currentName();
          parser.nextToken();
          if (name.equals("at")) {
            at = parser.getText();
          } else if (name.equals("type")) {
            type = parser.getText();
          } else {
            parser.skipChildren();
          }
        }
      } catch (IOException e) {
        throw new UncheckedIOException(e);
      }
      return new Position(Instant.parse(at), type);
    }

    @Override
    public int compareTo(Position other) {
      return ORDER.compare(this, other);
    }
  }

  @Override
  public Future<RowSource> open(OpenRequest request, Duration wait) {
    return Future.succeededFuture(request)
        .map(timeline::exports)
        .compose(parts -> MergedExport.open(vertx, parts, Position::of, wait));
  }

  @Override
  public int maxParts() {
    return timeline.sourceCount();
  }

  /** {@code getCustomerTimeline}: the entries of this role. */
  public static ExportSource ofConsole() {
    return (export, snapshot) -> {
      long id = NumericId.parse(export.id()).orElseThrow(() -> Failure.notFound("customer"));
      Timeline.Request request =
          Timeline.Request.ofExport(id, export.parameters(), export.caller());
      return CustomerAudit.workspace(snapshot, id)
          .map(workspaceId -> CustomerAudit.export(workspaceId, request));
    };
  }
}
