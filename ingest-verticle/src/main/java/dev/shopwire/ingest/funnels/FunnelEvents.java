package dev.shopwire.ingest.funnels;

import dev.shopwire.common.failure.Failure;
import dev.shopwire.ingest.filters.PropertyPath;
import dev.shopwire.ingest.query.Arguments;
import dev.shopwire.ingest.query.Caller;
import io.vertx.core.Future;
import io.vertx.core.buffer.Buffer;
import io.vertx.sqlclient.SqlConnection;
import java.time.ZoneOffset;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/**
 * The events of a funnel out of PostgreSQL, one query for each kind, read from the index alone
 * unless values are wanted. Rows come packed into one run of bytes: decoding them one by one would
 * take most of the time, and of the event loop.
 */
final class FunnelEvents {
  private static final int MAX_EVENTS = 3_000_000;
  private static final int MAX_EVENTS_WITH_VALUES = 1_000_000;

  private static final String PACKED =
      """
      select coalesce(string_agg(event.packed, ''), '') as packed, count(*) as events
      from (%s) as event
      """;
  private static final String WHERE =
      """
      from usage_events e
      where e.app_id = %s and e.event_name = %s and e.occurred_at >= %s and e.occurred_at < %s
      """;
  private static final String BARE =
      """
      select int8send(e.customer_id) || timestamptz_send(e.occurred_at) as packed
      %s
      limit %s
      """;

  // Equal numbers become one text; what is long is no group that anybody looks for. The limit and
  // the
  // offset keep the planner from writing each expression where it is used: it would be computed
  // anew.
  private static final String VALUED =
      """
      select int8send(customer_id) || timestamptz_send(occurred_at)
        || int4send(octet_length(value)) || value as packed
      from (
        select customer_id, occurred_at, convert_to(case
          when coalesce(jsonb_typeof(property), 'null') = 'null' then ''
          when octet_length(property::text) > 200 then ''
          when jsonb_typeof(property) = 'number' then trim_scale(property::numeric)::text
          else property::text end, 'UTF8') as value
        from (
          select e.customer_id, e.occurred_at, %s as property
          %s
          order by e.occurred_at, e.event_key
          limit %s
        ) as event
        offset 0
      ) as valued
      """;

  private final SqlConnection connection;
  private final Caller caller;
  private final FunnelQuestion question;
  private final Optional<PropertyPath> breakdown;

  FunnelEvents(
      SqlConnection connection,
      Caller caller,
      FunnelQuestion question,
      Optional<PropertyPath> breakdown) {
    this.connection = connection;
    this.caller = caller;
    this.question = question;
    this.breakdown = breakdown;
  }

  /**
   * Events of one kind.
   *
   * @param bytes of each customer and time; with values, in the order of time and key, also the
   *     length of the value and the value
   */
  record Packed(Buffer bytes, int count, boolean withValues) {}

  /**
   * @return the events of each kind
   */
  Future<List<Packed>> read() {
    int most = breakdown.isPresent() ? MAX_EVENTS_WITH_VALUES : MAX_EVENTS;
    return read(0, most, new ArrayList<>());
  }

  private Future<List<Packed>> read(int kind, int most, List<Packed> done) {
    if (kind == question.steps().kinds().size()) {
      return Future.succeededFuture(done);
    }
    return query(kind, most)
        .compose(
            packed -> {
              if (packed.count() > most) {
                throw tooMany();
              }
              done.add(packed);
              return read(kind + 1, most - packed.count(), done);
            });
  }

  private static Failure tooMany() {
    return Failure.invalid(
        "startDate", "too_many_events", "The steps have too many events; ask for a shorter range");
  }

  private Future<Packed> query(int kind, int most) {
    boolean withValues = breakdown.isPresent() && (kind == 0 || !question.ordered());
    Arguments arguments = new Arguments();
    String sql = sql(arguments, kind, most, withValues);
    return connection
        .preparedQuery(sql)
        .execute(arguments.tuple())
        .map(
            rows -> {
              var row = rows.iterator().next();
              return new Packed(
                  row.getBuffer("packed"), Math.toIntExact(row.getLong("events")), withValues);
            });
  }

  private String sql(Arguments arguments, int kind, int most, boolean withValues) {
    String where =
        WHERE.formatted(
            arguments.of(caller.appId()),
            arguments.of(question.steps().kinds().get(kind)),
            arguments.of(question.range().start().atOffset(ZoneOffset.UTC)),
            arguments.of(question.range().end().atOffset(ZoneOffset.UTC)));
    String limit = arguments.of(most + 1);
    return PACKED.formatted(
        withValues
            ? VALUED.formatted(property(arguments), where, limit)
            : BARE.formatted(where, limit));
  }

  private String property(Arguments arguments) {
    return breakdown.map(path -> path.sql(arguments)).orElse("null::jsonb");
  }
}
