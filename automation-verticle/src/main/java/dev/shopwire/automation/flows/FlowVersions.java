package dev.shopwire.automation.flows;

import dev.shopwire.automation.definitions.language.StoredDefinition;
import dev.shopwire.common.postgres.Rows;
import io.vertx.core.Future;
import io.vertx.sqlclient.Row;
import io.vertx.sqlclient.SqlClient;
import java.time.OffsetDateTime;
import java.util.List;
import java.util.Optional;

/** The table of what was published of flows. Methods run on the caller's event loop. */
public final class FlowVersions {
  private static final String INSERT =
      """
      insert into flow_versions (workspace_id, flow_id, version, definition)
      values ($1, $2, $3, $4)
      """;
  private static final String FIND =
      """
      select definition from flow_versions
      where workspace_id = $1 and flow_id = $2 and version = $3
      """;

  static final String ALL =
      """
      select version, published_at, definition from flow_versions
      where workspace_id = $1 and flow_id = $2 order by version desc
      """;
  static final String COUNT =
      "select count(*) as count from flow_versions where workspace_id = $1 and flow_id = $2";

  // A page ends early where its definitions get too long; the row after it has none.
  private static final String PAGE =
      """
      select version, published_at,
        case when bytes - octet_length(definition) < $5 then definition end as definition
      from (
        select version, published_at, definition,
          sum(octet_length(definition)) over (order by version desc) as bytes
        from (
          select version, published_at, definition from flow_versions
          where workspace_id = $1 and flow_id = $2 and version < $3
          order by version desc limit $4
        ) newest
      ) measured
      order by version desc
      """;
  private static final long MAX_PAGE_BYTES = 1 << 20;

  private FlowVersions() {}

  /**
   * A version of a flow.
   *
   * @param definition empty if it begins the next page
   */
  record Version(int version, OffsetDateTime publishedAt, Optional<StoredDefinition> definition) {
    static Version read(Row row) {
      return new Version(
          row.getInteger("version"),
          row.getOffsetDateTime("published_at"),
          Optional.ofNullable(row.getString("definition")).map(StoredDefinition::parse));
    }
  }

  static Future<Void> insert(
      SqlClient client, FlowKey key, int version, StoredDefinition definition) {
    return client
        .preparedQuery(INSERT)
        .execute(key.tuple().addInteger(version).addString(definition.write()))
        .mapEmpty();
  }

  /** A version, which never changes; empty if there is none like it. */
  public static Future<Optional<StoredDefinition>> find(
      SqlClient client, FlowKey key, int version) {
    return client
        .preparedQuery(FIND)
        .execute(key.tuple().addInteger(version))
        .map(rows -> Rows.first(rows, row -> StoredDefinition.parse(row.getString("definition"))));
  }

  /**
   * Versions before {@code before}, newest first.
   *
   * @param limit at most so many, of which those that make the page too long have no definition
   */
  static Future<List<Version>> page(SqlClient client, FlowKey key, int before, int limit) {
    return client
        .preparedQuery(PAGE)
        .execute(key.tuple().addInteger(before).addLong((long) limit).addLong(MAX_PAGE_BYTES))
        .map(rows -> Rows.list(rows, Version::read));
  }
}
