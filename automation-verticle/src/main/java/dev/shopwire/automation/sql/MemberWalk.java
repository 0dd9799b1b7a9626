package dev.shopwire.automation.sql;

import dev.shopwire.automation.conditions.Condition;
import dev.shopwire.common.postgres.Rows;
import io.vertx.core.Future;
import io.vertx.sqlclient.Row;
import io.vertx.sqlclient.SqlConnection;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.function.Supplier;
import java.util.stream.Collectors;
import java.util.stream.IntStream;

/**
 * Finds one page of members in the order of their ids: reads candidates from the sparsest set that
 * an index has in this order, and tests them in growing batches. Where too few of them satisfy the
 * condition, it reads the page from the set of all members instead. For one page.
 */
final class MemberWalk {
  private static final int FIRST_BATCH = 256;
  private static final int MAX_BATCH = 4_096;

  /**
   * Tests before the share of members among them is trusted: the oldest may be unlike the others.
   */
  private static final int MIN_TESTS = 1_024;

  /** How many tests are worth it before the sets of all leaves are intersected instead. */
  private static final int MAX_TESTS = 8_000;

  /** Of how many candidates the shares are compared, to find the sparsest set. */
  private static final int PROBED = 256;

  private static final int MAX_PROBES = 4;

  private final SqlConnection connection;
  private final SqlScope scope;
  private final Condition condition;
  private final int wanted;
  private final List<Long> found = new ArrayList<>();
  private int tested;

  /** Which of the ordered sets candidates are read from; none: all customers. */
  private int source = -1;

  MemberWalk(SqlConnection connection, SqlScope scope, Condition condition, int wanted) {
    this.connection = connection;
    this.scope = scope;
    this.condition = condition;
    this.wanted = wanted;
  }

  Future<List<Long>> find(long after) {
    return chooseSource(after).compose(chosen -> next(after, FIRST_BATCH));
  }

  /** A set whose next candidates reach further has fewer of them. */
  private Future<Void> chooseSource(long after) {
    SqlScope statement = scope.fresh();
    List<Supplier<OrderedCustomers>> sources = ConditionSql.ordered(statement, condition);
    if (sources.size() < 2) {
      source = sources.size() - 1;
      return Future.succeededFuture();
    }
    String from = statement.add(after) + "::bigint";
    String limit = statement.add((long) PROBED);
    String probes =
        IntStream.range(0, Math.min(sources.size(), MAX_PROBES))
            .mapToObj(
                i ->
                    "select %d as source, count(*) as size, max(id) as last from (%s) s"
                        .formatted(i, sources.get(i).get().query(from, limit)))
            .collect(Collectors.joining("\nunion all\n"));
    return connection
        .preparedQuery(probes)
        .execute(statement.parameters().tuple())
        .map(
            rows -> {
              source =
                  Rows.list(rows, row -> row).stream()
                      .max(Comparator.comparingLong(MemberWalk::reach))
                      .map(row -> row.getInteger("source"))
                      .orElse(-1);
              return null;
            });
  }

  private static long reach(Row probe) {
    long size = probe.getLong("size");
    return size < PROBED ? Long.MAX_VALUE - size : probe.getLong("last");
  }

  private Future<List<Long>> next(long after, int size) {
    SqlScope statement = scope.fresh();
    String sql = batch(statement, after, size);
    return connection
        .preparedQuery(sql)
        .execute(statement.parameters().tuple())
        .compose(rows -> take(rows.iterator().next(), size));
  }

  private String batch(SqlScope statement, long after, int size) {
    String from = statement.add(after) + "::bigint";
    String limit = statement.add((long) size);
    OrderedCustomers candidates =
        source < 0
            ? OrderedCustomers.everyone(statement)
            : ConditionSql.ordered(statement, condition).get(source).get();
    // The inner query sorts, so that the outer one stops once it has found enough.
    return """
        with batch as materialized (%s)
        select (select count(*) from batch) as size, (select max(b.id) from batch b) as last,
          array(
            select k.id from (select distinct b.id from batch b order by b.id offset 0) k
            where %s
            order by k.id limit %s) as found
        """
        .formatted(
            candidates.query(from, limit),
            ConditionSql.test(statement, condition),
            statement.add((long) wanted - found.size()));
  }

  private double maxBatch() {
    return Math.min(4.0 * tested, MAX_BATCH);
  }

  private Future<List<Long>> take(Row batch, int size) {
    found.addAll(List.of(batch.getArrayOfLongs("found")));
    long read = batch.getLong("size");
    if (found.size() >= wanted || read < size) {
      return Future.succeededFuture(found);
    }
    tested += (int) read;
    long after = batch.getLong("last");
    int missing = wanted - found.size();
    double needed = missing * (double) tested / Math.max(found.size(), 0.5);
    return tested >= MIN_TESTS && needed > MAX_TESTS
        ? MemberPages.pageOfSet(connection, scope, condition, after, missing)
            .map(
                rest -> {
                  found.addAll(rest);
                  return found;
                })
        : next(after, (int) Math.max(FIRST_BATCH, Math.min(1.2 * needed, maxBatch())));
  }
}
