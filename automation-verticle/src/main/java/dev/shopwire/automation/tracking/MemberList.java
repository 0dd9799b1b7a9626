package dev.shopwire.automation.tracking;

import dev.shopwire.common.postgres.Rows;
import io.vertx.core.Future;
import io.vertx.sqlclient.Row;
import io.vertx.sqlclient.SqlClient;
import io.vertx.sqlclient.Tuple;
import java.time.OffsetDateTime;
import java.util.List;
import java.util.Optional;

/**
 * Reads the stored members of tracked segments, by id: who is a member throughout is on exactly one
 * page. Methods run on the caller's event loop.
 */
public final class MemberList {
  private static final String PAGE =
      """
      select customer_id, entered_at from segment_members
      where workspace_id = $1 and segment_id = $2 and member and customer_id > $3
      order by customer_id limit $4
      """;
  private static final String OF_CUSTOMER =
      """
      select s.id, s.name, s.public, m.entered_at
      from segment_members m
      join segments s on s.workspace_id = m.workspace_id and s.id = m.segment_id and s.tracked
      where m.workspace_id = $1 and m.customer_id = $2 and m.member
      order by s.id
      """;
  private static final String STATE =
      """
      select t.status, m.member, m.entered_at, coalesce(m.version, 0) as version,
        exists (
          select from segment_pending p
          where p.workspace_id = $1 and p.customer_id = $3 and p.segments @> array[$2::bigint]
        ) or exists (
          select from segment_queue q
          where q.workspace_id = $1 and q.segment_id = $2 and q.customer_id = $3
        ) as pending
      from segment_tracking t
      left join segment_members m
        on m.workspace_id = $1 and m.segment_id = $2 and m.customer_id = $3
      where t.workspace_id = $1 and t.segment_id = $2 and t.status <> 'removing'
      """;

  private MemberList() {}

  /** A member, by its customer id. */
  public record Member(long customerId, OffsetDateTime enteredAt) {
    static Member read(Row row) {
      return new Member(row.getLong("customer_id"), row.getOffsetDateTime("entered_at"));
    }
  }

  /** A segment that a customer is in. */
  public record Membership(
      long segmentId, String name, boolean isPublic, OffsetDateTime enteredAt) {
    static Membership read(Row row) {
      return new Membership(
          row.getLong("id"),
          row.getString("name"),
          row.getBoolean("public"),
          row.getOffsetDateTime("entered_at"));
    }
  }

  /**
   * What is stored of one customer in one segment.
   *
   * @param since when the customer entered; empty if it is no member
   * @param version the number of the last transition that was announced
   * @param isPending whether the customer waits to be looked at
   */
  public record State(
      boolean isMember, Optional<OffsetDateTime> since, long version, boolean isPending) {
    static State read(Row row) {
      return new State(
          Boolean.TRUE.equals(row.getBoolean("member")),
          Optional.ofNullable(row.getOffsetDateTime("entered_at")),
          row.getLong("version"),
          row.getBoolean("pending"));
    }
  }

  /** The members with ids after {@code after}. */
  public static Future<List<Member>> page(
      SqlClient client, long workspaceId, long segment, long after, int take) {
    return client
        .preparedQuery(PAGE)
        .execute(Tuple.of(workspaceId, segment, after, (long) take))
        .map(rows -> Rows.list(rows, Member::read));
  }

  /** The tracked segments that a customer is in, by id. */
  public static Future<List<Membership>> ofCustomer(
      SqlClient client, long workspaceId, long customer) {
    return client
        .preparedQuery(OF_CUSTOMER)
        .execute(Tuple.of(workspaceId, customer))
        .map(rows -> Rows.list(rows, Membership::read));
  }

  /** What is stored of a customer; empty if the segment is not tracked. */
  public static Future<Optional<State>> state(
      SqlClient client, long workspaceId, long segment, long customer) {
    return client
        .preparedQuery(STATE)
        .execute(Tuple.of(workspaceId, segment, customer))
        .map(rows -> Rows.first(rows, State::read));
  }
}
