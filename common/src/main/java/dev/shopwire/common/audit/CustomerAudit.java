package dev.shopwire.common.audit;

import com.fasterxml.jackson.databind.node.NullNode;
import dev.shopwire.common.contracts.Timeline;
import dev.shopwire.common.exports.ExportSource;
import dev.shopwire.common.failure.Failure;
import dev.shopwire.common.json.Json;
import dev.shopwire.common.postgres.Rows;
import dev.shopwire.common.tenancy.CustomerId;
import io.vertx.core.Future;
import io.vertx.sqlclient.Row;
import io.vertx.sqlclient.SqlClient;
import io.vertx.sqlclient.Tuple;
import java.time.Instant;
import java.time.OffsetDateTime;
import java.time.ZoneOffset;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * Reads what was changed about a customer, its credit and its contacts, for its timeline. Entries
 * of contacts name their customer. Methods run on the caller's event loop.
 */
public final class CustomerAudit {
  /** The type of these entries in a timeline. */
  public static final String TYPE = "console";

  /** Precedes the id of a row, so that it differs from the ids of other types. */
  private static final String ID_PREFIX = TYPE + "-";

  private static final Instant FIRST = Instant.parse("0001-01-01T00:00:00Z");
  private static final Instant LAST = Instant.parse("9999-12-31T00:00:00Z");

  private static final String WORKSPACE = "select workspace_id from customers where id = $1";

  // $3: from, $4: until, $5 and $6: the position after which entries are wanted.
  private static final String WANTED =
      """
      workspace_id = $1 and at >= $3 and at < $4 and at <= $5 and (at < $5 or id > $6)
      order by at desc, id limit $7
      """;
  private static final String SELECT =
      """
      select * from (
        (select %1$s from audit_log where object_type = 'customer' and object_id = $2 and %2$s)
        union all
        (select %1$s from audit_log
         where object_type = 'contact'
           and coalesce(after ->> 'customerId', before ->> 'customerId') = $2 and %2$s)
      ) entries
      order by at desc, id limit $7
      """
          .formatted(AuditReads.COLUMNS, WANTED);

  private CustomerAudit() {}

  /** The workspace of a customer; fails with 404 if there is no such customer. */
  public static Future<Long> workspace(SqlClient client, long customerId) {
    return client
        .preparedQuery(WORKSPACE)
        .execute(Tuple.of(customerId))
        .map(
            rows ->
                Rows.first(rows, row -> row.getLong("workspace_id"))
                    .orElseThrow(() -> Failure.notFound("customer")));
  }

  /** The entries of type {@link #TYPE} in the customer's timeline. */
  public static Future<Timeline.Part> read(
      SqlClient client, long workspaceId, Timeline.Request request) {
    return client
        .preparedQuery(SELECT)
        .execute(parameters(workspaceId, request))
        .map(
            rows ->
                new Timeline.Part(
                    Rows.list(rows, CustomerAudit::entry).stream().limit(request.take()).toList(),
                    rows.size() > request.take()));
  }

  /** All of them, as a complete list. */
  public static ExportSource.Rows export(long workspaceId, Timeline.Request request) {
    return ExportSource.Rows.of(SELECT, parameters(workspaceId, request), row -> entry(row).row());
  }

  private static Tuple parameters(long workspaceId, Timeline.Request request) {
    return Tuple.of(workspaceId, CustomerId.of(request.customerId()))
        .addOffsetDateTime(time(instant(request.from(), FIRST)))
        .addOffsetDateTime(time(instant(request.until(), LAST)))
        .addOffsetDateTime(time(instant(request.beforeAt(), LAST)))
        .addLong(afterId(request))
        .addInteger(request.take() + 1);
  }

  /** Of the entries at the time of the previous page's last one, those after this id follow it. */
  private static long afterId(Timeline.Request request) {
    int order = TYPE.compareTo(request.beforeType());
    if (order == 0) {
      return Long.parseLong(request.beforeId().substring(ID_PREFIX.length()));
    }
    return order > 0 ? 0 : Long.MAX_VALUE;
  }

  private static Instant instant(String text, Instant otherwise) {
    return text.isEmpty() ? otherwise : Instant.parse(text);
  }

  private static OffsetDateTime time(Instant instant) {
    return instant.atOffset(ZoneOffset.UTC);
  }

  private static Timeline.Entry entry(Row row) {
    Map<String, @Nullable Object> json = AuditReads.read(row).json();
    String name = row.getString("object_name");
    return new Timeline.Entry(
        ID_PREFIX + row.getLong("id"),
        TYPE,
        String.valueOf(json.get("at")),
        NullNode.getInstance(),
        row.getString("action") + (name == null ? "" : " " + name),
        Json.MAPPER.valueToTree(json));
  }
}
