package dev.shopwire.common.audit;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.JsonNode;
import dev.shopwire.common.exports.ExportSource;
import dev.shopwire.common.json.Json;
import dev.shopwire.common.json.Times;
import dev.shopwire.common.postgres.Rows;
import io.vertx.core.Future;
import io.vertx.sqlclient.Row;
import io.vertx.sqlclient.SqlClient;
import io.vertx.sqlclient.Tuple;
import java.io.UncheckedIOException;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/** Reads the audit log, newest rows first. Methods run on the caller's event loop. */
public final class AuditReads {
  /** Limits what changed on a page. */
  private static final long PAGE_BYTES = 1 << 20;

  /** What {@link #read} reads. */
  static final String COLUMNS =
      """
      id, at, actor_type, actor_id, actor_name, action, object_type, object_id, object_name,
        before::text as before, after::text as after, address, request_id
      """;

  private static final String SELECT =
      "select " + COLUMNS + " from audit_log where %s order by at desc, id desc";
  // As many as fit on a page, and one more that shows whether there is a next page.
  private static final String PAGE =
      """
      select * from (
        select listed.*,
          sum(octet_length(concat(before, after)) + 300)
            over (order by at desc, id desc rows unbounded preceding) as bytes_so_far,
          octet_length(concat(before, after)) + 300 as bytes,
          row_number() over (order by at desc, id desc) as number
        from (%s limit $%d) listed
      ) sized
      where bytes_so_far - bytes <= $%d or number <= 2 order by at desc, id desc
      """;
  private static final String COUNT = "select count(*) as count from audit_log where %s";

  private AuditReads() {}

  /**
   * A row.
   *
   * @param json as the API shows it
   */
  public record Entry(AuditPosition position, Map<String, @Nullable Object> json) {}

  /**
   * @param fitting how many entries a page may show; there is one more if there is a next page
   */
  public record Page(List<Entry> entries, int fitting) {}

  /**
   * The rows after a position.
   *
   * @param take how many are wanted
   */
  public static Future<Page> page(
      SqlClient client, AuditCriteria criteria, Optional<AuditPosition> after, int take) {
    AuditCriteria.Condition condition = criteria.condition(after);
    int parameters = condition.parameters().size();
    Tuple tuple = Tuple.from(condition.parameters());
    tuple.addInteger(take + 1).addLong(PAGE_BYTES);
    return client
        .preparedQuery(
            PAGE.formatted(SELECT.formatted(condition.sql()), parameters + 1, parameters + 2))
        .execute(tuple)
        .map(
            rows -> {
              List<Entry> entries = Rows.list(rows, AuditReads::read);
              long bytes = entries.isEmpty() ? 0 : lastBytes(rows);
              boolean isFull = entries.size() <= take && bytes > PAGE_BYTES;
              return new Page(entries, isFull ? Math.max(1, entries.size() - 1) : take);
            });
  }

  private static long lastBytes(Iterable<Row> rows) {
    long bytes = 0;
    for (Row row : rows) {
      bytes = row.getLong("bytes_so_far");
    }
    return bytes;
  }

  /** All rows. */
  public static ExportSource.Rows export(AuditCriteria criteria) {
    AuditCriteria.Condition condition = criteria.condition(Optional.empty());
    return ExportSource.Rows.of(
            SELECT.formatted(condition.sql()),
            Tuple.from(condition.parameters()),
            row -> read(row).json())
        .countedBy(COUNT.formatted(condition.sql()));
  }

  static Entry read(Row row) {
    Map<String, @Nullable Object> json = new LinkedHashMap<>();
    json.put("id", row.getLong("id").toString());
    json.put("at", Times.format(row.getOffsetDateTime("at")));
    json.put("actor", party(row, "actor_type", "actor_id", "actor_name"));
    json.put("action", row.getString("action"));
    json.put("object", party(row, "object_type", "object_id", "object_name"));
    json.put("before", tree(row.getString("before")));
    json.put("after", tree(row.getString("after")));
    json.put("address", row.getString("address"));
    json.put("requestId", row.getString("request_id"));
    return new Entry(AuditPosition.of(row.getOffsetDateTime("at"), row.getLong("id")), json);
  }

  private static Map<String, @Nullable Object> party(Row row, String type, String id, String name) {
    Map<String, @Nullable Object> party = new LinkedHashMap<>();
    party.put("type", row.getString(type));
    party.put("id", row.getString(id));
    party.put("name", row.getString(name));
    return party;
  }

  private static @Nullable JsonNode tree(@Nullable String json) {
    try {
      return json == null ? null : Json.MAPPER.readTree(json);
    } catch (JsonProcessingException e) {
      throw new UncheckedIOException(e);
    }
  }
}
