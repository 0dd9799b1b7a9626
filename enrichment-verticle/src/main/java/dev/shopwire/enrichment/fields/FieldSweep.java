package dev.shopwire.enrichment.fields;

import dev.shopwire.common.background.BackgroundTaskLog;
import io.vertx.core.Future;
import io.vertx.core.Vertx;
import io.vertx.sqlclient.Pool;
import io.vertx.sqlclient.Row;
import java.time.Duration;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Deletes the values of deleted fields, a few thousand at a time. Any number of processes may do so
 * at once. Not thread-safe; use from one event loop.
 */
public final class FieldSweep {
  private static final Logger LOG = LoggerFactory.getLogger(FieldSweep.class);

  // One branch per column, so that each finds its rows by that column's index: by the primary key
  // every step would scan all rows that were swept before. A field is forgotten once a sweep finds
  // no more of its values.
  private static final String SWEEP =
      """
      with field as (
        select workspace_id, field_id from deleted_custom_fields order by deleted_at limit 1
        for update skip locked
      ), part as (
        select v.workspace_id, v.customer_id, v.field_id, v.app_id
        from field cross join lateral (
          select * from custom_field_values v where v.workspace_id = field.workspace_id
            and v.field_id = field.field_id and number_value is not null
          union all select * from custom_field_values v where v.workspace_id = field.workspace_id
            and v.field_id = field.field_id and text_value is not null
          union all select * from custom_field_values v where v.workspace_id = field.workspace_id
            and v.field_id = field.field_id and boolean_value is not null
          union all select * from custom_field_values v where v.workspace_id = field.workspace_id
            and v.field_id = field.field_id and long_value is not null
        ) v
        limit 5000
      ), swept as (
        delete from custom_field_values v using part
        where (v.workspace_id, v.customer_id, v.field_id, v.app_id)
          = (part.workspace_id, part.customer_id, part.field_id, part.app_id)
      ), done as (
        delete from deleted_custom_fields d using field
        where d.workspace_id = field.workspace_id and d.field_id = field.field_id
          and not exists (select from part)
      )
      select count(*) as fields from field
      """;

  private final BackgroundTaskLog sweeps = new BackgroundTaskLog(LOG, "Sweep of deleted fields");
  private final Vertx vertx;
  private final Pool pool;
  private final long timer;
  private boolean sweeping;

  public FieldSweep(Vertx vertx, Pool pool, Duration interval) {
    this.vertx = vertx;
    this.pool = pool;
    this.timer = vertx.setPeriodic(interval.toMillis(), id -> start());
  }

  private void start() {
    if (!sweeping) {
      sweeping = true;
      sweeps.watch(sweep()).onComplete(done -> sweeping = false);
    }
  }

  private Future<Void> sweep() {
    return pool.preparedQuery(SWEEP)
        .execute()
        .compose(
            rows -> {
              Row row = rows.iterator().next();
              return row.getLong("fields") == 0 ? Future.succeededFuture() : sweep();
            });
  }

  public void close() {
    vertx.cancelTimer(timer);
  }
}
