package dev.shopwire.enrichment.fields;

import dev.shopwire.common.failure.Failure;
import dev.shopwire.enrichment.fields.FieldRetypes.FieldRef;
import dev.shopwire.enrichment.fields.FieldRetypes.Types;
import dev.shopwire.enrichment.fields.ValuePages.Entry;
import dev.shopwire.enrichment.fields.ValuePages.Place;
import io.vertx.core.Future;
import io.vertx.core.Promise;
import io.vertx.sqlclient.SqlClient;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;

/**
 * Counts which values of a field convert to another type, page by page, so that neither the number
 * of the values nor their size matters to memory. Holds no lock. For one event loop, and one count.
 */
final class FieldCheck {
  /** In which a million short values are counted several times over. */
  static final Duration LONGEST = Duration.ofSeconds(50);

  private static final int PAGE = 2_000;
  private static final int EXAMPLES = 20;

  /** Of one page: a store that hangs is told from a field that is large. */
  private static final long PAGE_MILLIS = 1_500;

  /**
   * What was found.
   *
   * @param examples the first values that don't convert
   */
  record Result(long converted, long failed, List<Entry> examples) {}

  private final SqlClient client;
  private final FieldRef field;
  private final Types types;
  private final FieldLimits limits;
  private final long endNanos = System.nanoTime() + LONGEST.toNanos();
  private final List<Entry> examples = new ArrayList<>();
  private final Promise<Result> counted = Promise.promise();
  private long converted;
  private long failed;

  private FieldCheck(SqlClient client, FieldRef field, Types types, FieldLimits limits) {
    this.client = client;
    this.field = field;
    this.types = types;
    this.limits = limits;
  }

  /** Fails with 503 if there are more values than can be counted in {@link #LONGEST}. */
  static Future<Result> of(SqlClient client, FieldRef field, Types types, FieldLimits limits) {
    FieldCheck check = new FieldCheck(client, field, types, limits);
    check.next(Place.startOf(types.from()));
    return check.counted.future();
  }

  private void next(Place place) {
    if (System.nanoTime() > endNanos) {
      counted.fail(
          Failure.unavailable(
              "retype_too_large",
              "The field has more values than can be checked in "
                  + LONGEST.toSeconds()
                  + " s; nothing was changed",
              Duration.ofMinutes(1)));
      return;
    }
    ValuePages.read(client, field.workspaceId(), field.fieldId(), place, PAGE)
        .timeout(PAGE_MILLIS, TimeUnit.MILLISECONDS)
        .onComplete(
            page -> {
              page.entries().forEach(this::count);
              if (page.entries().isEmpty()) {
                counted.complete(new Result(converted, failed, List.copyOf(examples)));
              } else {
                next(page.next());
              }
            },
            counted::fail);
  }

  private void count(Entry entry) {
    if (Conversion.of(entry.text(), types.to(), limits).isPresent()) {
      converted++;
      return;
    }
    failed++;
    if (examples.size() < EXAMPLES) {
      examples.add(entry);
    }
  }
}
