package dev.shopwire.attribution.affiliates;

import dev.shopwire.common.exports.ExportSource;
import dev.shopwire.common.failure.Failure;
import dev.shopwire.common.postgres.Rows;
import io.vertx.core.Future;
import io.vertx.sqlclient.Row;
import io.vertx.sqlclient.RowSet;
import io.vertx.sqlclient.SqlClient;
import io.vertx.sqlclient.SqlConnection;
import io.vertx.sqlclient.Tuple;
import java.time.OffsetDateTime;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * Reads and writes affiliates and their apps; their codes are written by {@link AffiliateCodes}.
 * Methods run on the caller's event loop.
 */
public final class Affiliates {
  /** Limits the codes on a page. */
  private static final long PAGE_BYTES = 512 << 10;

  /** How many affiliates of an export are in memory at once: one may have a megabyte of codes. */
  private static final int EXPORT_ROWS = 16;

  private static final String SELECT =
      """
      select a.id, a.name, a.email, a.active, a.created_at,
        array(select p.slug from affiliate_apps l join tenancy_apps p on p.id = l.app_id
          where l.workspace_id = a.workspace_id and l.affiliate_id = a.id order by p.slug) as apps,
        k.codes, k.expiries, coalesce(k.bytes, 0) as bytes
      from affiliates a
      left join lateral (
        select array_agg(code order by created_at, normalised) as codes,
          array_agg(expires_at order by created_at, normalised) as expiries,
          sum(octet_length(code) + 40) as bytes
        from affiliate_codes where workspace_id = a.workspace_id and affiliate_id = a.id
      ) k on true
      """;
  private static final String FIND = SELECT + " where a.workspace_id = $1 and a.id = $2";
  private static final String PAGE =
      SELECT + " where a.workspace_id = $1 and a.id > $2 order by a.id limit $3";
  private static final String COUNT_PAGE =
      """
      select count(*) as count from (
        select from affiliates where workspace_id = $1 and id > $2 order by id limit $3
      ) listed
      """;
  // As many as fit on a page, and one more that shows whether there is a next page.
  private static final String LIST =
      """
      select * from (
        select listed.*,
          (sum(bytes) over (order by id rows unbounded preceding))::bigint as sum_of_bytes
        from (%s) listed
      ) sized
      where sum_of_bytes - bytes <= $4 order by id
      """
          .formatted(PAGE);
  private static final String FIND_NAME =
      "select id, name from affiliates where workspace_id = $1 and id = $2";
  private static final String WORKSPACE_OF = "select workspace_id from affiliates where id = $1";
  private static final String INSERT =
      """
      insert into affiliates (workspace_id, name, email, active) values ($1, $2, $3, $4)
      returning id
      """;
  private static final String UPDATE =
      """
      update affiliates
      set name = case when $3 then $4 else name end, email = case when $5 then $6 else email end,
        active = case when $7 then $8 else active end
      where workspace_id = $1 and id = $2
      """;
  private static final String LOCK =
      "select id from affiliates where workspace_id = $1 and id = $2 for no key update";
  private static final String CLEAR_APPS =
      "delete from affiliate_apps where workspace_id = $1 and affiliate_id = $2";
  private static final String LIMIT_TO_APPS =
      """
      insert into affiliate_apps (workspace_id, affiliate_id, app_id)
      select $1, $2, id from tenancy_apps where workspace_id = $1 and slug = any ($3)
      """;

  private Affiliates() {}

  private static Failure notFound() {
    return Failure.notFound("affiliate");
  }

  /** The workspace of an affiliate. Fails with 404 if there is no such affiliate. */
  static Future<Long> workspaceOf(SqlClient client, long id) {
    return client
        .preparedQuery(WORKSPACE_OF)
        .execute(Tuple.of(id))
        .map(
            rows ->
                Rows.first(rows, row -> row.getLong("workspace_id"))
                    .orElseThrow(Affiliates::notFound));
  }

  /** Fails with 404 if there is no such affiliate. */
  static Future<Affiliate> find(SqlClient client, long workspaceId, long id) {
    return client
        .preparedQuery(FIND)
        .execute(Tuple.of(workspaceId, id))
        .map(rows -> Rows.first(rows, Affiliates::read).orElseThrow(Affiliates::notFound));
  }

  /**
   * Locks an affiliate until the transaction ends, so that changes of it and additions of codes
   * happen one after another, and returns it as it is then.
   */
  static Future<Affiliate> lock(SqlConnection connection, long workspaceId, long id) {
    return connection
        .preparedQuery(LOCK)
        .execute(Tuple.of(workspaceId, id))
        .compose(locked -> find(connection, workspaceId, id));
  }

  /** An affiliate's name; empty if there is none with this id. */
  public static Future<Optional<String>> findName(SqlClient client, long workspaceId, long id) {
    return client
        .preparedQuery(FIND_NAME)
        .execute(Tuple.of(workspaceId, id))
        .map(rows -> Rows.first(rows, row -> row.getString("name")));
  }

  /**
   * The listed affiliates.
   *
   * @param fitting how many of the rows fit on a page, by the size of their codes
   */
  record Listed(List<Affiliate> rows, int fitting) {}

  /**
   * Lists affiliates ordered by id, starting after the id {@code after}; at least one fits if there
   * is one.
   */
  static Future<Listed> list(SqlClient client, long workspaceId, long after, int take) {
    return client
        .preparedQuery(LIST)
        .execute(Tuple.of(workspaceId, after, take, PAGE_BYTES))
        .map(
            rows -> {
              int fitting = 0;
              for (Row row : rows) {
                fitting += row.getLong("sum_of_bytes") <= PAGE_BYTES ? 1 : 0;
              }
              return new Listed(Rows.list(rows, Affiliates::read), Math.max(1, fitting));
            });
  }

  static Future<Long> insert(
      SqlConnection connection,
      long workspaceId,
      String name,
      @Nullable String email,
      boolean active) {
    return connection
        .preparedQuery(INSERT)
        .execute(Tuple.of(workspaceId, name, email, active))
        .map(rows -> rows.iterator().next().getLong("id"));
  }

  static Future<Void> update(
      SqlConnection connection, long workspaceId, long id, AffiliateInput input) {
    Tuple parameters =
        Tuple.of(workspaceId, id, input.name().present(), input.name().value())
            .addBoolean(input.email().present())
            .addString(input.email().value())
            .addBoolean(input.active().present())
            .addBoolean(input.active().value());
    return connection.preparedQuery(UPDATE).execute(parameters).mapEmpty();
  }

  /**
   * @param slugs null for all apps
   * @return how many of them are apps of the workspace
   */
  static Future<Integer> limitTo(
      SqlConnection connection, long workspaceId, long id, @Nullable List<String> slugs) {
    return connection
        .preparedQuery(CLEAR_APPS)
        .execute(Tuple.of(workspaceId, id))
        .compose(
            cleared ->
                slugs == null
                    ? Future.succeededFuture(0)
                    : connection
                        .preparedQuery(LIMIT_TO_APPS)
                        .execute(
                            Tuple.of(workspaceId, id)
                                .addArrayOfString(slugs.toArray(String[]::new)))
                        .map(RowSet::rowCount));
  }

  /** All affiliates of a workspace, as {@link #list} returns them, for an export. */
  static ExportSource.Rows all(long workspaceId) {
    ExportSource.Rows rows =
        ExportSource.Rows.of(
            PAGE, Tuple.of(workspaceId, 0L, Integer.MAX_VALUE), row -> read(row).json());
    return new ExportSource.Rows(
        rows.sql(), COUNT_PAGE, rows.parameters(), EXPORT_ROWS, rows.mapper());
  }

  private static Affiliate read(Row row) {
    return new Affiliate(
        row.getLong("id"),
        row.getString("name"),
        row.getString("email"),
        row.getBoolean("active"),
        List.of(row.getArrayOfStrings("apps")),
        readCodes(row),
        row.getOffsetDateTime("created_at").toInstant());
  }

  private static List<ReferralCode> readCodes(Row row) {
    String[] texts = row.getArrayOfStrings("codes");
    if (texts == null) {
      return List.of();
    }
    OffsetDateTime[] expiries = row.getArrayOfOffsetDateTimes("expiries");
    List<ReferralCode> codes = new ArrayList<>(texts.length);
    for (int i = 0; i < texts.length; i++) {
      codes.add(
          new ReferralCode(
              texts[i], Optional.ofNullable(expiries[i]).map(OffsetDateTime::toInstant)));
    }
    return codes;
  }
}
