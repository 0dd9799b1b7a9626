package dev.shopwire.console.exports;

import dev.shopwire.common.exports.ExportContracts.Chunk;
import dev.shopwire.common.exports.ExportContracts.OpenRequest;
import dev.shopwire.common.role.Role;
import io.vertx.core.Future;
import io.vertx.core.Vertx;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Function;

/**
 * One list, merged from exports of several roles, each of which has its rows in the list's order
 * and reads them from a snapshot of its own. Holds a chunk of each in memory. Not thread-safe; use
 * from one event loop.
 *
 * @param <K> what the list is ordered by; no two parts have rows with the same key
 */
public final class MergedExport<K extends Comparable<K>> implements RowSource {
  /** Less than the time after which roles end an export that is not read. */
  private static final long KEEP_MILLIS = 20_000;

  private static final int CHUNK_LENGTH = 256 << 10;
  private static final long NONE = -1;

  private final Vertx vertx;
  private final List<MergedPart<K>> parts;
  private long timer = NONE;

  /**
   * @param keys the key of a row, which is a JSON object
   */
  MergedExport(Vertx vertx, List<? extends RowSource> sources, Function<String, K> keys) {
    this.vertx = vertx;
    this.parts = sources.stream().map(source -> new MergedPart<>(source, keys)).toList();
  }

  /**
   * Opens the parts one after the other, always in the same order of roles: so two exports can't
   * wait for each other, each with a connection that the other one needs.
   *
   * @param requests by role
   */
  public static <K extends Comparable<K>> Future<RowSource> open(
      Vertx vertx, Map<Role, OpenRequest> requests, Function<String, K> keys, Duration wait) {
    long until = System.nanoTime() + wait.toNanos();
    List<RoleExport> opened = new ArrayList<>();
    Future<?> all = Future.succeededFuture();
    for (Role role : Role.values()) {
      OpenRequest request = requests.get(role);
      if (request != null) {
        all =
            all.compose(
                previous ->
                    RoleExport.open(
                            vertx, role, request, Duration.ofNanos(until - System.nanoTime()))
                        .onSuccess(opened::add));
      }
    }
    return all.<RowSource>map(done -> new MergedExport<>(vertx, opened, keys))
        .onFailure(error -> opened.forEach(RoleExport::end));
  }

  @Override
  public long count() {
    return parts.stream().mapToLong(part -> part.source().count()).sum();
  }

  @Override
  public Future<Chunk> next() {
    if (timer == NONE) {
      timer = vertx.setPeriodic(KEEP_MILLIS, elapsed -> keep());
    }
    return Future.all(parts.stream().map(MergedPart::fill).toList()).map(filled -> merge());
  }

  /** The next rows, up to where a part has none left in memory but more to come. */
  private Chunk merge() {
    StringBuilder lines = new StringBuilder();
    int rows = 0;
    while (lines.length() < CHUNK_LENGTH && parts.stream().noneMatch(MergedPart::isUnknown)) {
      Optional<MergedPart<K>> first =
          parts.stream().filter(part -> !part.isEmpty()).min(Comparator.comparing(MergedPart::key));
      if (first.isEmpty()) {
        vertx.cancelTimer(timer);
        return new Chunk(lines.toString(), rows, true);
      }
      lines.append(first.get().take()).append('\n');
      rows++;
    }
    return new Chunk(lines.toString(), rows, false);
  }

  /** Parts whose rows come late in the list are not read for long. */
  @Override
  public void keep() {
    parts.forEach(part -> part.source().keep());
  }

  @Override
  public void end() {
    vertx.cancelTimer(timer);
    parts.forEach(part -> part.source().end());
  }
}
