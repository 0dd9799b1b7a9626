package dev.shopwire.enrichment.search;

import dev.shopwire.common.postgres.Rows;
import dev.shopwire.enrichment.search.Sort.Position;
import dev.shopwire.enrichment.search.SortWalk.Candidate;
import io.vertx.core.Future;
import io.vertx.sqlclient.SqlConnection;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;

/**
 * Finds one page of a list of customers, in one of three ways that all have the same result:
 *
 * <ul>
 *   <li>If few customers satisfy one of the conditions, they are tested by the others and sorted.
 *   <li>If many satisfy each, customers are read in the order of the list and tested, until the
 *       page is full. That takes a few milliseconds on any page.
 *   <li>Otherwise, or if that finds too few, the customers of all conditions are intersected.
 * </ul>
 *
 * For one page, in a transaction that sees one snapshot.
 */
final class CustomerSearch {
  /** A condition with at most so many customers is read completely. */
  private static final long FEW = 5_000;

  /** A condition with fewer customers is not worth looking for them in the order of the list. */
  private static final long MANY = 50_000;

  /** How many candidates are tested before the conditions are intersected instead. */
  private static final int MAX_CANDIDATES = 25_000;

  /** The same if it is not known whether many customers satisfy the conditions. */
  private static final int MAX_UNPROMISING = 5_000;

  private static final int MAX_COUNTED = 4;

  private final SqlConnection connection;
  private final Criteria criteria;
  private final int wanted;
  private final List<ListedCustomer> found = new ArrayList<>();
  private int candidatesLeft;

  /**
   * @param wanted how many customers
   */
  CustomerSearch(SqlConnection connection, Criteria criteria, int wanted) {
    this.connection = connection;
    this.criteria = criteria;
    this.wanted = wanted;
  }

  /** A condition with the number of its customers, or more if they are {@link #MANY}. */
  private record Counted(Condition condition, long customers) {}

  Future<List<ListedCustomer>> find(Optional<Position> after) {
    List<Condition> indexed =
        criteria.conditions().stream().filter(ConditionSql::isIndexed).limit(MAX_COUNTED).toList();
    return count(indexed, new ArrayList<>())
        .map(counts -> counts.stream().min(Comparator.comparingLong(Counted::customers)))
        .compose(least -> find(after, least));
  }

  /** Counts the conditions one by one, until one has few customers. */
  private Future<List<Counted>> count(List<Condition> conditions, List<Counted> counts) {
    if (conditions.isEmpty()) {
      return Future.succeededFuture(counts);
    }
    Statements statements = new Statements(criteria);
    String sql = statements.count(conditions.get(0), MANY + 1);
    return connection
        .preparedQuery(sql)
        .execute(statements.params().tuple())
        .compose(
            rows -> {
              long customers = rows.iterator().next().getLong("customers");
              counts.add(new Counted(conditions.get(0), customers));
              return customers <= FEW
                  ? Future.succeededFuture(counts)
                  : count(conditions.subList(1, conditions.size()), counts);
            });
  }

  private Future<List<ListedCustomer>> find(Optional<Position> after, Optional<Counted> least) {
    if (least.isPresent() && least.get().customers() <= FEW) {
      Statements statements = new Statements(criteria);
      return run(
          statements.byCondition(least.get().condition(), after, wanted), statements.params());
    }
    if (least.isPresent() && least.get().customers() <= MANY) {
      return intersect(after);
    }
    candidatesLeft = least.isPresent() ? MAX_CANDIDATES : MAX_UNPROMISING;
    return SortWalk.start(connection, criteria, after)
        .compose(
            walk ->
                walk.map(started -> walk(started, Math.max(started.leastSize(), wanted)))
                    .orElseGet(() -> intersect(after)));
  }

  private Future<List<ListedCustomer>> walk(SortWalk walk, int size) {
    if (found.size() >= wanted || walk.isAtEnd()) {
      return Future.succeededFuture(found);
    }
    if (candidatesLeft <= 0) {
      return intersect(walk.position());
    }
    return walk.next(size)
        .compose(
            candidates -> {
              candidatesLeft -= candidates.size();
              return test(walk, candidates);
            })
        .compose(tested -> walk(walk, Math.min(2 * size, SortWalk.MAX_SIZE)));
  }

  private Future<List<ListedCustomer>> test(SortWalk walk, List<Candidate> candidates) {
    if (candidates.isEmpty()) {
      return Future.succeededFuture(found);
    }
    Statements statements = new Statements(criteria);
    String sql =
        statements.amongCandidates(
            candidates.stream().map(Candidate::id).toArray(Long[]::new),
            candidates.stream().map(Candidate::value).toArray(String[]::new),
            walk.tests(candidates, statements.params()),
            wanted - found.size());
    return run(sql, statements.params());
  }

  private Future<List<ListedCustomer>> intersect(Optional<Position> after) {
    Statements statements = new Statements(criteria);
    return run(statements.byAllConditions(after, wanted - found.size()), statements.params());
  }

  private Future<List<ListedCustomer>> run(String sql, Params params) {
    return connection
        .preparedQuery(sql)
        .execute(params.tuple())
        .map(
            rows -> {
              found.addAll(Rows.list(rows, ListedCustomer::read));
              return found;
            });
  }
}
