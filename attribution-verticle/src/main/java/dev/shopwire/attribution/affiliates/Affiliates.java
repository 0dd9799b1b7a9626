package dev.shopwire.attribution.affiliates;

import dev.shopwire.common.postgres.Rows;
import io.vertx.core.Future;
import io.vertx.sqlclient.Row;
import io.vertx.sqlclient.RowSet;
import io.vertx.sqlclient.SqlClient;
import io.vertx.sqlclient.SqlConnection;
import io.vertx.sqlclient.Tuple;
import java.time.Instant;
import java.time.OffsetDateTime;
import java.time.ZoneOffset;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * Reads and writes affiliates, their apps and their codes. Methods run on the caller's event loop.
 */
public final class Affiliates {
  /** Limits the codes on a page. */
  private static final long PAGE_BYTES = 512 << 10;

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
  // As many as fit on a page, and one more that shows whether there is a next page.
  private static final String LIST =
      """
      select * from (
        select listed.*,
          (sum(bytes) over (order by id rows unbounded preceding))::bigint as sum_of_bytes
        from (%s where a.workspace_id = $1 and a.id > $2 order by a.id limit $3) listed
      ) sized
      where sum_of_bytes - bytes <= $4 order by id
      """
          .formatted(SELECT);
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
  // Serializes concurrent additions of codes.
  private static final String LOCK =
      "select id from affiliates where workspace_id = $1 and id = $2 for no key update";
  private static final String COUNT_CODES =
      """
      select count(*) as codes from affiliate_codes where workspace_id = $1 and affiliate_id = $2
      """;
  private static final String CLEAR_APPS =
      "delete from affiliate_apps where workspace_id = $1 and affiliate_id = $2";
  private static final String LIMIT_TO_APPS =
      """
      insert into affiliate_apps (workspace_id, affiliate_id, app_id)
      select $1, $2, id from tenancy_apps where workspace_id = $1 and slug = any ($3)
      """;
  // In a fixed order, so that two callers that add the same codes wait instead of deadlocking.
  private static final String INSERT_CODES =
      """
      insert into affiliate_codes (workspace_id, normalised, affiliate_id, code, expires_at)
      select $1, normalised, $2, code, expires_at
      from unnest($3::text[], $4::text[], $5::timestamptz[]) as given (normalised, code, expires_at)
      order by normalised
      on conflict (workspace_id, normalised) do nothing
      returning normalised
      """;
  private static final String EXPIRE_CODE =
      """
      update affiliate_codes set expires_at = $4
      where workspace_id = $1 and affiliate_id = $2 and normalised = $3
      """;

  private Affiliates() {}

  static Future<Optional<Long>> workspaceOf(SqlClient client, long id) {
    return client
        .preparedQuery(WORKSPACE_OF)
        .execute(Tuple.of(id))
        .map(rows -> Rows.first(rows, row -> row.getLong("workspace_id")));
  }

  static Future<Optional<Affiliate>> find(SqlClient client, long workspaceId, long id) {
    return client
        .preparedQuery(FIND)
        .execute(Tuple.of(workspaceId, id))
        .map(rows -> Rows.first(rows, Affiliates::read));
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

  /**
   * Locks an affiliate, so that no codes are added until the transaction ends, and counts its
   * codes.
   */
  static Future<Long> lockAndCountCodes(SqlConnection connection, long workspaceId, long id) {
    Tuple key = Tuple.of(workspaceId, id);
    return connection
        .preparedQuery(LOCK)
        .execute(key)
        .compose(locked -> connection.preparedQuery(COUNT_CODES).execute(key))
        .map(rows -> rows.iterator().next().getLong("codes"));
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

  /** Adds codes; returns those that were free, normalized. */
  static Future<List<String>> addCodes(
      SqlConnection connection, long workspaceId, long id, List<ReferralCode> codes) {
    Tuple parameters =
        Tuple.of(workspaceId, id)
            .addArrayOfString(codes.stream().map(ReferralCode::normalized).toArray(String[]::new))
            .addArrayOfString(codes.stream().map(ReferralCode::text).toArray(String[]::new))
            .addArrayOfOffsetDateTime(
                codes.stream().map(code -> time(code.expiresAt())).toArray(OffsetDateTime[]::new));
    return connection
        .preparedQuery(INSERT_CODES)
        .execute(parameters)
        .map(rows -> Rows.list(rows, row -> row.getString("normalised")));
  }

  /** Sets a code's expiry; false if the affiliate does not have that code. */
  static Future<Boolean> expireCode(
      SqlClient client, long workspaceId, long id, String code, Optional<Instant> expiresAt) {
    return client
        .preparedQuery(EXPIRE_CODE)
        .execute(Tuple.of(workspaceId, id, ReferralCode.normalize(code), time(expiresAt)))
        .map(rows -> rows.rowCount() > 0);
  }

  private static @Nullable OffsetDateTime time(Optional<Instant> instant) {
    return instant.map(at -> at.atOffset(ZoneOffset.UTC)).orElse(null);
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
