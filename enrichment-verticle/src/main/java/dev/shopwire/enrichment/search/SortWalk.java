package dev.shopwire.enrichment.search;

import dev.shopwire.common.postgres.Rows;
import dev.shopwire.common.tenancy.LastSeenHours;
import dev.shopwire.enrichment.search.SearchField.Custom;
import dev.shopwire.enrichment.search.SearchField.OfCustomer;
import dev.shopwire.enrichment.search.Sort.Position;
import io.vertx.core.Future;
import io.vertx.sqlclient.Row;
import io.vertx.sqlclient.SqlConnection;
import io.vertx.sqlclient.Tuple;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * Reads a workspace's customers in the order of a list, some at a time, without its conditions. Not
 * thread-safe; use from one event loop.
 *
 * <p>An index has the values of a field with their customers in ascending order. So with descending
 * values the customers of one value, which are still ascending, are read separately if there are
 * many.
 */
final class SortWalk {
  private static final String CUSTOMERS =
      """
      select s.id from tenancy_customers s
      where s.workspace_id = %s and s.id %s %s order by s.id %s limit %s
      """;
  private static final String HAS_LONG_VALUES =
      """
      select exists (select from custom_field_values v
        where v.workspace_id = $1 and v.field_id = $2 and v.long_value is not null) as found
      """;

  /** How many candidates should be read at once at most. */
  static final int MAX_SIZE = 4_000;

  private static final int MIN_SIZE = 200;

  /** What is read next. */
  private enum State {
    /** All customers, by id. */
    IDS,
    /** Ascending values after the position. */
    ASCENDING,
    /** Values less than that of the position. */
    DESCENDING,
    /** The other customers with the value of the position. */
    SAME_VALUE,
    /** Customers without a value, by id. */
    WITHOUT_VALUE,
    END
  }

  /**
   * A customer that may be listed.
   *
   * @param value of the field that is sorted by; null if there is none
   */
  record Candidate(@Nullable String value, long id) {}

  private final SqlConnection connection;
  private final Criteria criteria;
  private final Sort sort;
  private boolean hasHours;
  private State state;
  private Optional<Position> position;

  private SortWalk(SqlConnection connection, Criteria criteria, Optional<Position> after) {
    this.connection = connection;
    this.criteria = criteria;
    this.sort = criteria.sort();
    this.position = after;
    this.state = startState(sort, after);
  }

  private static State startState(Sort sort, Optional<Position> after) {
    if (sort.field().isEmpty()) {
      return State.IDS;
    }
    if (after.isPresent() && after.get().value().isEmpty()) {
      return State.WITHOUT_VALUE;
    }
    if (!sort.isDescending()) {
      return State.ASCENDING;
    }
    return after.isPresent() ? State.SAME_VALUE : State.DESCENDING;
  }

  /** Starts after a position; empty if no index has the values in their order. */
  static Future<Optional<SortWalk>> start(
      SqlConnection connection, Criteria criteria, Optional<Position> after) {
    SortWalk walk = new SortWalk(connection, criteria, after);
    if (walk.isByLastSeen()) {
      return LastSeenHours.areIndexed(connection)
          .map(
              indexed -> {
                walk.hasHours = indexed;
                return Optional.of(walk);
              });
    }
    if (!(walk.sort.field().orElse(null) instanceof Custom custom)) {
      return Future.succeededFuture(Optional.of(walk));
    }
    return switch (custom.kind()) {
      case JSON -> Future.succeededFuture(Optional.empty());
      case TEXT ->
          connection
              .preparedQuery(HAS_LONG_VALUES)
              .execute(Tuple.of(criteria.workspaceId(), custom.field().id()))
              .map(
                  rows ->
                      rows.iterator().next().getBoolean("found")
                          ? Optional.empty()
                          : Optional.of(walk));
      default -> Future.succeededFuture(Optional.of(walk));
    };
  }

  /**
   * How many candidates should be read at once at least: without an index, each time costs a scan.
   */
  int leastSize() {
    return isByLastSeen() && !hasHours ? MAX_SIZE : MIN_SIZE;
  }

  private boolean isByLastSeen() {
    return sort.field().orElse(null) instanceof OfCustomer own && own.member() == Member.LAST_SEEN;
  }

  boolean isAtEnd() {
    return state == State.END;
  }

  /** After the last candidate. */
  Optional<Position> position() {
    return position;
  }

  /** Up to {@code size} candidates; may be none before the end. */
  Future<List<Candidate>> next(int size) {
    Params params = new Params(criteria.workspaceId());
    return switch (state) {
      case IDS -> read(ids(params, size), params, size, State.END);
      case ASCENDING ->
          read(source(params).ascending(position, params, size), params, size, withoutValue());
      case SAME_VALUE ->
          read(
              source(params).withSameValue(position.orElseThrow(), params, size),
              params,
              size,
              State.DESCENDING);
      case DESCENDING -> readDescending(params, size);
      case WITHOUT_VALUE -> read(ids(params, size), params, size, State.END);
      case END -> Future.succeededFuture(List.of());
    };
  }

  private SortSource source(Params params) {
    return SortSource.of(criteria, sort.field().orElseThrow(), hasHours, params);
  }

  private String ids(Params params, int size) {
    boolean isDescending = sort.field().isEmpty() && sort.isDescending();
    long after = position.map(Position::id).orElse(isDescending ? Long.MAX_VALUE : 0);
    return CUSTOMERS.formatted(
        params.workspace(),
        isDescending ? "<" : ">",
        params.add(after),
        isDescending ? "desc" : "asc",
        params.add((long) size));
  }

  /** Reads candidates in their order; fewer than {@code size} are the last before {@code next}. */
  private Future<List<Candidate>> read(String sql, Params params, int size, State next) {
    boolean hasValues = state == State.ASCENDING || state == State.SAME_VALUE;
    return connection
        .preparedQuery(sql)
        .execute(params.tuple())
        .map(
            rows -> {
              List<Candidate> candidates =
                  Rows.list(
                      rows,
                      row ->
                          new Candidate(
                              hasValues ? row.getString("value") : null, row.getLong("id")));
              if (!candidates.isEmpty()) {
                Candidate last = candidates.get(candidates.size() - 1);
                position = Optional.of(new Position(Optional.ofNullable(last.value()), last.id()));
              }
              if (candidates.size() < size) {
                enter(next);
              }
              return candidates;
            });
  }

  private void enter(State next) {
    if (next == State.WITHOUT_VALUE) {
      position = Optional.of(new Position(Optional.empty(), 0));
    }
    state = next;
  }

  private State withoutValue() {
    SearchField field = sort.field().orElseThrow();
    boolean needsValue =
        criteria.conditions().stream()
            .anyMatch(each -> !each.isNegation() && SortSource.isSame(each.field(), field));
    boolean mayLackValue = field instanceof Custom || ((OfCustomer) field).member().isOfProfile();
    return mayLackValue && !needsValue ? State.WITHOUT_VALUE : State.END;
  }

  private Future<List<Candidate>> readDescending(Params params, int size) {
    return connection
        .preparedQuery(source(params).descending(position, params, size))
        .execute(params.tuple())
        .compose(rows -> takeComplete(Rows.list(rows, row -> row), size));
  }

  /** Drops the customers of the last value, unless they are complete. */
  private Future<List<Candidate>> takeComplete(List<Row> rows, int size) {
    if (rows.size() < size) {
      enter(withoutValue());
      return Future.succeededFuture(candidates(rows));
    }
    Row last = rows.get(rows.size() - 1);
    long lastPlace = last.getLong("place");
    List<Row> complete = rows.stream().filter(row -> row.getLong("place") < lastPlace).toList();
    if (complete.isEmpty()) {
      position = Optional.of(new Position(Optional.of(last.getString("value")), 0));
      state = State.SAME_VALUE;
      return next(size);
    }
    String value = complete.get(complete.size() - 1).getString("value");
    position = Optional.of(new Position(Optional.of(value), Long.MAX_VALUE));
    return Future.succeededFuture(candidates(complete));
  }

  private static List<Candidate> candidates(List<Row> rows) {
    List<Candidate> candidates = new ArrayList<>(rows.size());
    rows.forEach(row -> candidates.add(new Candidate(row.getString("value"), row.getLong("id"))));
    return candidates;
  }

  /** What the candidates just read must satisfy besides the list's conditions. */
  List<String> tests(List<Candidate> candidates, Params params) {
    if (sort.field().isEmpty() || candidates.isEmpty() || candidates.get(0).value() != null) {
      return List.of();
    }
    if (sort.field().get() instanceof Custom custom) {
      return List.of(
          """
          not exists (select from custom_field_values n
            where n.workspace_id = %s and n.customer_id = k.id and n.field_id = %s
              and n.app_id = %s offset 0)"""
              .formatted(
                  params.workspace(), params.add(custom.field().id()), params.add(custom.app())));
    }
    return List.of(((OfCustomer) sort.field().get()).member().sql() + " is null");
  }
}
