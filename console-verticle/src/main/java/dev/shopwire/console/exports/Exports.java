package dev.shopwire.console.exports;

import dev.shopwire.common.access.Caller;
import dev.shopwire.common.audit.AuditEntry;
import dev.shopwire.common.audit.AuditLog;
import dev.shopwire.common.exports.ExportContracts.OpenRequest;
import dev.shopwire.common.failure.Code;
import dev.shopwire.common.failure.Failure;
import dev.shopwire.common.http.Deadlines;
import dev.shopwire.common.load.ProcessLoad;
import dev.shopwire.common.load.Reservation;
import dev.shopwire.common.load.Slots;
import dev.shopwire.common.query.Query;
import dev.shopwire.common.telemetry.Telemetry;
import dev.shopwire.console.StreamedResponse;
import dev.shopwire.console.auth.Callers;
import io.vertx.core.Future;
import io.vertx.core.Vertx;
import io.vertx.core.http.HttpHeaders;
import io.vertx.core.http.HttpMethod;
import io.vertx.core.http.HttpVersion;
import io.vertx.ext.web.RoutingContext;
import io.vertx.sqlclient.SqlClient;
import java.time.Duration;
import java.time.LocalDate;
import java.time.ZoneOffset;
import java.util.Arrays;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * Serves lists in the formats that cover all of their rows. Not thread-safe; use from one event
 * loop.
 */
public final class Exports {
  /** How long an export waits until another one has ended. */
  private static final Duration WAIT = Duration.ofSeconds(10);

  private static final Duration RETRY_AFTER = Duration.ofSeconds(10);
  private static final Duration LONGEST = Duration.ofMinutes(30);

  /** What an export holds of the process's memory: two chunks of rows, and parts of them. */
  private static final int MEMORY = 2 << 20;

  private final Vertx vertx;
  private final SqlClient client;
  private final Slots slots;
  private final ExportStream.Settings settings;
  private final Map<String, RowOpener> merged = new HashMap<>();

  /**
   * @param client writes the audit log
   * @param atOnce how many files are sent at once
   * @param unread ends the connections of clients that don't read
   */
  public Exports(Vertx vertx, SqlClient client, int atOnce, Deadlines unread) {
    this.vertx = vertx;
    this.client = client;
    this.slots = new Slots(vertx, atOnce, WAIT, Exports::busy);
    this.settings =
        new ExportStream.Settings(
            unread, LONGEST, new ExportMetrics(Telemetry.of(vertx).registry()));
  }

  /** Lets {@code opener} open the list of this operation, which no single role has. */
  public void addMerged(String operation, RowOpener opener) {
    merged.put(operation, opener);
  }

  private Future<RowSource> open(ExportedList list, OpenRequest request, Duration wait) {
    RowOpener opener = merged.get(list.operation());
    return opener == null
        ? RoleExport.open(vertx, list.role(), request, wait).map(RowSource.class::cast)
        : opener.open(request, wait);
  }

  private int memory(ExportedList list) {
    RowOpener opener = merged.get(list.operation());
    return opener == null ? MEMORY : MEMORY * opener.maxParts();
  }

  private static Failure busy() {
    return Failure.unavailable(
        "exports_busy", "Too many exports are in progress, try again later", RETRY_AFTER);
  }

  /**
   * The response to an authorized request: a number, the head of a file, or a file.
   *
   * @param id from the path, empty without one
   * @param format any but {@link ListFormat#JSON}
   */
  public Future<?> open(RoutingContext context, ExportedList list, String id, ListFormat format) {
    Map<String, String> parameters = Query.first(context.queryParams());
    parameters.remove(ListFormat.PARAMETER);
    boolean counts = format == ListFormat.COUNT;
    boolean isHead = context.request().method().equals(HttpMethod.HEAD);
    OpenRequest request =
        new OpenRequest(list.operation(), id, parameters, counts || isHead, Callers.of(context));
    if (request.countOnly()) {
      Future<RowSource> counted = open(list, request, WAIT);
      return counts
          ? counted.map(export -> Map.of("count", export.count()))
          : counted.map(export -> head(list, format, export.count()));
    }
    if (context.request().version() == HttpVersion.HTTP_1_0) {
      return Future.failedFuture(
          Failure.of(
              Code.MALFORMED,
              "Files need HTTP/1.1: in HTTP/1.0 a broken file looks like a complete one"));
    }
    return openFile(request, list, format);
  }

  private static StreamedResponse head(ExportedList list, ListFormat format, long count) {
    return context -> {
      setHeaders(context, list, format, count);
      context.response().end();
    };
  }

  private Future<StreamedResponse> openFile(
      OpenRequest request, ExportedList list, ListFormat format) {
    long start = System.nanoTime();
    return slots
        .acquire()
        .compose(
            slot -> {
              Reservation memory = new Reservation(ProcessLoad.of(vertx).responses());
              Runnable release =
                  () -> {
                    memory.release();
                    slots.release();
                  };
              return openFile(request, list, memory, start)
                  .onFailure(error -> release.run())
                  .map(rows -> file(request, list, format, rows, release));
            });
  }

  private Future<RowSource> openFile(
      OpenRequest request, ExportedList list, Reservation memory, long start) {
    if (!memory.tryReserve(memory(list))) {
      return Future.failedFuture(Failure.unavailable("Too many responses are in progress"));
    }
    Duration left = WAIT.minusNanos(System.nanoTime() - start);
    return open(list, request, left);
  }

  private StreamedResponse file(
      OpenRequest request, ExportedList list, ListFormat format, RowSource rows, Runnable release) {
    FileParts parts =
        format == ListFormat.CSV
            ? FileParts.csv(list.fields(), selectedColumns(request.parameters()))
            : FileParts.ndjson();
    return context -> {
      setHeaders(context, list, format, rows.count());
      new ExportStream(vertx, rows, parts, context, settings)
          .send(() -> record(request, format, rows.count()))
          .onComplete(ended -> release.run());
    };
  }

  private static List<String> selectedColumns(Map<String, String> parameters) {
    return Arrays.stream(parameters.getOrDefault("columns", "").split(",", -1))
        .map(String::strip)
        .filter(column -> !column.isEmpty())
        .distinct()
        .toList();
  }

  private static void setHeaders(
      RoutingContext context, ExportedList list, ListFormat format, long count) {
    String file = list.fileName(format, LocalDate.now(ZoneOffset.UTC));
    context
        .response()
        .putHeader(HttpHeaders.CONTENT_TYPE, format.mediaType())
        .putHeader("Content-Disposition", "attachment; filename=\"" + file + "\"")
        .putHeader("X-Content-Type-Options", "nosniff")
        .putHeader("X-Total-Count", Long.toString(count));
  }

  /** Records the export in the audit log. */
  private Future<Void> record(OpenRequest request, ListFormat format, long rows) {
    Caller caller = request.caller();
    Map<String, @Nullable Object> details = new LinkedHashMap<>();
    details.put("format", format.id());
    details.put("rows", rows);
    details.put("filter", request.parameters());
    return AuditLog.write(
        client,
        caller,
        AuditEntry.of(
            "export.finished",
            new AuditEntry.AuditObject("export", request.list(), null),
            details));
  }
}
