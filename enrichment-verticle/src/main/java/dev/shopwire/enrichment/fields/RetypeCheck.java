package dev.shopwire.enrichment.fields;

import dev.shopwire.common.failure.Failure;
import dev.shopwire.enrichment.fields.FieldRetypes.FieldRef;
import dev.shopwire.enrichment.fields.FieldRetypes.Types;
import dev.shopwire.enrichment.fields.ValuePages.Entry;
import dev.shopwire.enrichment.fields.ValuePages.Position;
import io.vertx.core.Future;
import io.vertx.core.Promise;
import io.vertx.sqlclient.SqlClient;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;

/**
 * Counts which values of a field convert to another type, page by page, so that memory use doesn't
 * depend on their number or size. Holds no lock. Not thread-safe; use from one event loop, for one
 * count.
 */
final class RetypeCheck {
  /** Long enough to count several million short values. */
  static final Duration MAX_DURATION = Duration.ofSeconds(50);

  private static final int PAGE_SIZE = 2_000;
  private static final int MAX_EXAMPLES = 20;

  /** The timeout of one page, to distinguish a hanging database from a large field. */
  private static final long PAGE_MILLIS = 1_500;

  /**
   * The result of a check.
   *
   * @param examples the first values that don't convert
   */
  record Result(long converted, long failed, List<Entry> examples) {}

  private final SqlClient client;
  private final FieldRef field;
  private final Types types;
  private final FieldLimits limits;
  private final long endNanos = System.nanoTime() + MAX_DURATION.toNanos();
  private final List<Entry> examples = new ArrayList<>();
  private final Promise<Result> result = Promise.promise();
  private long converted;
  private long failed;

  private RetypeCheck(SqlClient client, FieldRef field, Types types, FieldLimits limits) {
    this.client = client;
    this.field = field;
    this.types = types;
    this.limits = limits;
  }

  /** Fails with 503 if there are more values than can be counted in {@link #MAX_DURATION}. */
  static Future<Result> of(SqlClient client, FieldRef field, Types types, FieldLimits limits) {
    RetypeCheck check = new RetypeCheck(client, field, types, limits);
    check.next(Position.startOf(types.from()));
    return check.result.future();
  }

  private void next(Position position) {
    if (System.nanoTime() > endNanos) {
      result.fail(
          Failure.unavailable(
              "retype_too_large",
              "The field has more values than can be checked in "
                  + MAX_DURATION.toSeconds()
                  + " s; nothing was changed",
              Duration.ofMinutes(1)));
      return;
    }
    ValuePages.read(client, field.workspaceId(), field.fieldId(), position, PAGE_SIZE)
        .timeout(PAGE_MILLIS, TimeUnit.MILLISECONDS)
        .onComplete(
            page -> {
              page.entries().forEach(this::count);
              if (page.entries().isEmpty()) {
                result.complete(new Result(converted, failed, List.copyOf(examples)));
              } else {
                next(page.next());
              }
            },
            result::fail);
  }

  private void count(Entry entry) {
    if (Conversion.of(entry.text(), types.to(), limits).isPresent()) {
      converted++;
      return;
    }
    failed++;
    if (examples.size() < MAX_EXAMPLES) {
      examples.add(entry);
    }
  }
}
