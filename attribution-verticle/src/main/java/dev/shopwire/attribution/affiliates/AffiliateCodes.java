package dev.shopwire.attribution.affiliates;

import dev.shopwire.common.failure.Failure;
import dev.shopwire.common.failure.ValidationError;
import dev.shopwire.common.postgres.Rows;
import io.vertx.core.Future;
import io.vertx.sqlclient.Row;
import io.vertx.sqlclient.SqlConnection;
import io.vertx.sqlclient.Tuple;
import java.time.Instant;
import java.time.OffsetDateTime;
import java.time.ZoneOffset;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/** The table of affiliates' codes. Methods run on the caller's event loop. */
final class AffiliateCodes {
  private static final String COUNT =
      """
      select count(*) as codes from affiliate_codes where workspace_id = $1 and affiliate_id = $2
      """;
  // In a fixed order, so that two callers that add the same codes wait instead of deadlocking.
  private static final String INSERT =
      """
      insert into affiliate_codes (workspace_id, normalised, affiliate_id, code, expires_at)
      select $1, normalised, $2, code, expires_at
      from unnest($3::text[], $4::text[], $5::timestamptz[]) as given (normalised, code, expires_at)
      order by normalised
      on conflict (workspace_id, normalised) do nothing
      returning normalised
      """;
  private static final String LOCK =
      """
      select code, expires_at from affiliate_codes
      where workspace_id = $1 and affiliate_id = $2 and normalised = $3
      for no key update
      """;
  private static final String EXPIRE =
      """
      update affiliate_codes set expires_at = $4
      where workspace_id = $1 and affiliate_id = $2 and normalised = $3
      """;

  private AffiliateCodes() {}

  /** How many codes an affiliate has. */
  static Future<Long> count(SqlConnection connection, long workspaceId, long affiliateId) {
    return connection
        .preparedQuery(COUNT)
        .execute(Tuple.of(workspaceId, affiliateId))
        .map(rows -> rows.iterator().next().getLong("codes"));
  }

  /**
   * Adds codes; fails with 422 if some are taken, with an error for each of those.
   *
   * @param pointer to the code in the request; one that ends with a slash is followed by its index
   */
  static Future<Void> add(
      SqlConnection connection,
      long workspaceId,
      long affiliateId,
      List<ReferralCode> codes,
      String pointer) {
    Tuple parameters =
        Tuple.of(workspaceId, affiliateId)
            .addArrayOfString(codes.stream().map(ReferralCode::normalized).toArray(String[]::new))
            .addArrayOfString(codes.stream().map(ReferralCode::text).toArray(String[]::new))
            .addArrayOfOffsetDateTime(
                codes.stream().map(code -> time(code.expiresAt())).toArray(OffsetDateTime[]::new));
    return connection
        .preparedQuery(INSERT)
        .execute(parameters)
        .map(rows -> Rows.list(rows, row -> row.getString("normalised")))
        .map(added -> taken(codes, added.stream().collect(Collectors.toSet()), pointer))
        .compose(
            errors ->
                errors.isEmpty()
                    ? Future.succeededFuture()
                    : Future.failedFuture(Failure.invalid(errors)));
  }

  private static List<ValidationError> taken(
      List<ReferralCode> codes, Set<String> added, String pointer) {
    List<ValidationError> errors = new ArrayList<>();
    for (int i = 0; i < codes.size(); i++) {
      if (!added.contains(codes.get(i).normalized())) {
        errors.add(
            new ValidationError(
                pointer.endsWith("/") ? pointer + i : pointer,
                "code_taken",
                "The workspace already has the code " + codes.get(i).text()));
      }
    }
    return errors;
  }

  /**
   * Locks a code until the transaction ends and returns it as it is then. Fails with 404 if the
   * affiliate does not have it.
   */
  static Future<ReferralCode> lock(
      SqlConnection connection, long workspaceId, long affiliateId, String code) {
    return connection
        .preparedQuery(LOCK)
        .execute(Tuple.of(workspaceId, affiliateId, ReferralCode.normalize(code)))
        .map(
            rows ->
                Rows.first(rows, AffiliateCodes::read).orElseThrow(() -> Failure.notFound("code")));
  }

  /** Sets when a code expires; empty removes the expiry. */
  static Future<Void> expire(
      SqlConnection connection, long workspaceId, long affiliateId, ReferralCode code) {
    return connection
        .preparedQuery(EXPIRE)
        .execute(Tuple.of(workspaceId, affiliateId, code.normalized(), time(code.expiresAt())))
        .mapEmpty();
  }

  private static @Nullable OffsetDateTime time(Optional<Instant> instant) {
    return instant.map(at -> at.atOffset(ZoneOffset.UTC)).orElse(null);
  }

  private static ReferralCode read(Row row) {
    return new ReferralCode(
        row.getString("code"),
        Optional.ofNullable(row.getOffsetDateTime("expires_at")).map(OffsetDateTime::toInstant));
  }
}
