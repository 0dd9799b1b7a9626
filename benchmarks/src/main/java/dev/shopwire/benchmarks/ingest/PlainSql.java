package dev.shopwire.benchmarks.ingest;

import io.vertx.sqlclient.Tuple;
import java.time.OffsetDateTime;
import java.util.Arrays;
import java.util.UUID;

/** Stores the same events in groups with plain SQL, without the service. */
final class PlainSql {
  /**
   * Into the service's tables: shows what {@code on conflict} costs with a separate table of ids.
   */
  static final String GROUP =
      """
      with fresh as (
        insert into usage_event_ids (app_id, event_key)
        select app_id, event_key from unnest($1::bigint[], $2::uuid[]) as id (app_id, event_key)
        on conflict (app_id, event_key) do nothing
        returning app_id, event_key
      )
      insert into usage_events (app_id, event_key, event_id, event_name, customer_id,
        occurred_at, path, session_key, properties)
      select app_id, event_key, event_id, event_name, customer_id,
        occurred_at, path, session_key, properties::jsonb
      from unnest($1::bigint[], $2::uuid[], $3::text[], $4::text[], $5::bigint[],
        $6::timestamptz[], $7::text[], $8::text[], $9::text[])
        as event (app_id, event_key, event_id, event_name, customer_id,
          occurred_at, path, session_key, properties)
      where case when (app_id, event_key) in (select app_id, event_key from fresh) then true end
      """;

  /** Into one plain table with one unique index, the minimum for any design. */
  static final String ONE_TABLE =
      """
      insert into benchmark_events (app_id, event_key, event_id, event_name, customer_id,
        occurred_at, path, session_key, properties)
      select app_id, event_key, event_id, event_name, customer_id,
        occurred_at, path, session_key, properties::jsonb
      from unnest($1::bigint[], $2::uuid[], $3::text[], $4::text[], $5::bigint[],
        $6::timestamptz[], $7::text[], $8::text[], $9::text[])
        as event (app_id, event_key, event_id, event_name, customer_id,
          occurred_at, path, session_key, properties)
      on conflict (app_id, event_key) do nothing
      """;

  static final String CREATE_ONE_TABLE =
      """
      create table benchmark_events (like usage_events including defaults);
      create unique index on benchmark_events (app_id, event_key);
      create index on benchmark_events (app_id, occurred_at, event_key);
      """;

  private static final OffsetDateTime TIME = OffsetDateTime.parse("2026-11-21T09:30:00.123Z");

  private PlainSql() {}

  /** New events, sorted as a group must be. */
  static Tuple group(long appId, int size) {
    UUID[] keys = new UUID[size];
    Long[] customers = new Long[size];
    for (int i = 0; i < size; i++) {
      keys[i] = Events.randomId();
      customers[i] = (long) Events.randomShop();
    }
    Arrays.sort(keys);
    return Tuple.tuple()
        .addArrayOfLong(filled(new Long[size], appId))
        .addArrayOfUUID(keys)
        .addArrayOfString(new String[size])
        .addArrayOfString(filled(new String[size], Events.NAME))
        .addArrayOfLong(customers)
        .addArrayOfOffsetDateTime(filled(new OffsetDateTime[size], TIME))
        .addArrayOfString(filled(new String[size], Events.PATH))
        .addArrayOfString(new String[size])
        .addArrayOfString(filled(new String[size], Events.PROPERTIES));
  }

  private static <T> T[] filled(T[] array, T value) {
    Arrays.fill(array, value);
    return array;
  }
}
