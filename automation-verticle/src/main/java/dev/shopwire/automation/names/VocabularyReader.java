package dev.shopwire.automation.names;

import dev.shopwire.automation.names.Vocabulary.Field;
import dev.shopwire.automation.names.Vocabulary.Segment;
import dev.shopwire.common.postgres.Transactions;
import io.vertx.core.Future;
import io.vertx.sqlclient.Row;
import io.vertx.sqlclient.RowSet;
import io.vertx.sqlclient.SqlClient;
import io.vertx.sqlclient.Tuple;
import java.util.Collection;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Function;

/**
 * Reads what names mean in a workspace. What belongs together is read in one transaction. Methods
 * run on the caller's event loop.
 */
public final class VocabularyReader {
  private static final String FIELDS =
      """
      select id, owner_app, name, type, scope, private
      from custom_field_definitions where workspace_id = $1
      """;
  private static final String NAMED_FIELDS = FIELDS + " and name = any($2::text[])";
  private static final String APPS = "select id, slug from tenancy_apps where workspace_id = $1";
  private static final String AFFILIATES =
      """
      select id, name from affiliate_names
      where workspace_id = $1 and (name = any($2::text[])
        or name in (
          select name from affiliate_names where workspace_id = $1 and id = any($3::bigint[])))
      """;
  private static final String SEGMENTS =
      """
      select s.id, s.name, s.leaves,
        array(
          select u.used_id from segment_uses u cross join generate_series(1, u.times)
          where u.workspace_id = $1 and u.segment_id = s.id and u.kind = 'segment'
        ) as nested,
        exists (
          select 1 from segment_uses u
          join custom_field_definitions f on f.workspace_id = $1 and f.id = u.used_id
          where u.workspace_id = $1 and u.segment_id = s.id and u.kind = 'field' and f.private
        ) as uses_private_field
      from segments s where s.workspace_id = $1
      """;
  private static final String ALL_APPS = "all-apps";

  private VocabularyReader() {}

  /** The names in a workspace, without definitions of segments. */
  public static Future<Vocabulary> read(SqlClient client, long workspaceId, Mentions mentions) {
    Future<Map<Long, Field>> fields =
        query(client, FIELDS, Tuple.of(workspaceId), VocabularyReader::readField);
    Future<Map<Long, String>> apps =
        query(client, APPS, Tuple.of(workspaceId), row -> row.getString("slug"));
    Future<Map<Long, Segment>> segments =
        query(client, SEGMENTS, Tuple.of(workspaceId), VocabularyReader::readSegment);
    Future<Map<Long, String>> affiliates = affiliates(client, workspaceId, mentions);
    return Transactions.join(List.of(fields, apps, segments, affiliates))
        .map(
            read ->
                new Vocabulary(
                    fields.result(),
                    apps.result(),
                    affiliates.result(),
                    segments.result(),
                    Map.of()));
  }

  /** The custom fields with some names, and the apps; nothing else of the workspace. */
  public static Future<Vocabulary> fields(
      SqlClient client, long workspaceId, Collection<String> names) {
    if (names.isEmpty()) {
      return Future.succeededFuture(
          new Vocabulary(Map.of(), Map.of(), Map.of(), Map.of(), Map.of()));
    }
    Tuple named = Tuple.of(workspaceId).addArrayOfString(names.toArray(String[]::new));
    Future<Map<Long, Field>> fields =
        query(client, NAMED_FIELDS, named, VocabularyReader::readField);
    Future<Map<Long, String>> apps =
        query(client, APPS, Tuple.of(workspaceId), row -> row.getString("slug"));
    return Transactions.join(List.of(fields, apps))
        .map(read -> new Vocabulary(fields.result(), apps.result(), Map.of(), Map.of(), Map.of()));
  }

  private static Future<Map<Long, String>> affiliates(
      SqlClient client, long workspaceId, Mentions mentions) {
    if (mentions.equals(Mentions.NONE)) {
      return Future.succeededFuture(Map.of());
    }
    Tuple parameters =
        Tuple.of(workspaceId)
            .addArrayOfString(mentions.affiliateNames().toArray(String[]::new))
            .addArrayOfLong(mentions.affiliates().toArray(Long[]::new));
    return query(client, AFFILIATES, parameters, row -> row.getString("name"));
  }

  private static <T> Future<Map<Long, T>> query(
      SqlClient client, String sql, Tuple parameters, Function<Row, T> read) {
    return client.preparedQuery(sql).execute(parameters).map(rows -> byId(rows, read));
  }

  private static <T> Map<Long, T> byId(RowSet<Row> rows, Function<Row, T> read) {
    Map<Long, T> byId = new HashMap<>();
    for (Row row : rows) {
      byId.put(row.getLong("id"), read.apply(row));
    }
    return byId;
  }

  private static Field readField(Row row) {
    return new Field(
        row.getLong("id"),
        row.getLong("owner_app"),
        row.getString("name"),
        Vocabulary.Type.of(row.getString("type")),
        row.getString("scope").equals(ALL_APPS),
        row.getBoolean("private"));
  }

  private static Segment readSegment(Row row) {
    return new Segment(
        row.getLong("id"),
        row.getString("name"),
        List.of(row.getArrayOfLongs("nested")),
        row.getInteger("leaves"),
        row.getBoolean("uses_private_field"));
  }
}
