package dev.shopwire.automation.tracking;

import dev.shopwire.common.postgres.Rows;
import io.vertx.core.Future;
import io.vertx.sqlclient.Row;
import io.vertx.sqlclient.SqlClient;
import io.vertx.sqlclient.Tuple;
import java.time.OffsetDateTime;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/** Reads the transitions of a segment, newest first. Methods run on the caller's event loop. */
public final class TransitionList {
  /** How long transitions are listed. */
  public static final int DAYS = 90;

  private static final String SELECT =
      """
      select t.customer_id, c.domain, t.entered, t.version, t.at, t.cause, t.cause_at, a.slug as app
      from segment_transitions t
      join tenancy_customers c on c.workspace_id = t.workspace_id and c.id = t.customer_id
      left join tenancy_apps a on a.id = t.app_id
      where t.workspace_id = $1 and t.segment_id = $2 and t.at > now() - make_interval(days => %d)
      """
          .formatted(DAYS);
  private static final String ORDER = " order by t.at desc, t.customer_id desc, t.version desc";

  /** All transitions of the workspace $1 and the segment $2, for an export. */
  public static final String ALL = SELECT + ORDER;

  /** The same of the customer $3. */
  public static final String ALL_OF_CUSTOMER = SELECT + " and t.customer_id = $3" + ORDER;

  private static final String PAGE =
      SELECT
          + """
             and (t.at, t.customer_id, t.version) < ($3, $4, $5)
            """
          + ORDER
          + " limit $6";
  private static final String PAGE_OF_CUSTOMER =
      SELECT
          + """
             and (t.at, t.customer_id, t.version) < ($3, $4, $5) and t.customer_id = $7
            """
          + ORDER
          + " limit $6";

  private TransitionList() {}

  /**
   * A change of membership.
   *
   * @param app the slug of the app that caused it; null if none did
   */
  public record Transition(
      long customerId,
      String domain,
      boolean isEntered,
      long version,
      OffsetDateTime at,
      String cause,
      OffsetDateTime causeAt,
      @Nullable String app) {
    public static Transition read(Row row) {
      return new Transition(
          row.getLong("customer_id"),
          row.getString("domain"),
          row.getBoolean("entered"),
          row.getLong("version"),
          row.getOffsetDateTime("at"),
          row.getString("cause"),
          row.getOffsetDateTime("cause_at"),
          row.getString("app"));
    }

    public Position position() {
      return new Position(at, customerId, version);
    }
  }

  /** Where a page of the list ends. */
  public record Position(OffsetDateTime at, long customerId, long version) {
    /** Before everything. */
    public static final Position START =
        new Position(OffsetDateTime.parse("9999-12-31T00:00:00Z"), Long.MAX_VALUE, Long.MAX_VALUE);
  }

  /**
   * A page after a position.
   *
   * @param customer empty for all
   */
  public static Future<List<Transition>> page(
      SqlClient client,
      long workspaceId,
      long segment,
      Optional<Long> customer,
      Position after,
      int take) {
    Tuple parameters =
        Tuple.of(
            workspaceId, segment, after.at(), after.customerId(), after.version(), (long) take);
    customer.ifPresent(parameters::addLong);
    return client
        .preparedQuery(customer.isPresent() ? PAGE_OF_CUSTOMER : PAGE)
        .execute(parameters)
        .map(rows -> Rows.list(rows, Transition::read));
  }
}
