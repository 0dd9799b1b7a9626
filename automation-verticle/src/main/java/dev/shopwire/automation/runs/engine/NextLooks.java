package dev.shopwire.automation.runs.engine;

import dev.shopwire.automation.conditions.Condition;
import dev.shopwire.automation.conditions.SegmentDefinition;
import dev.shopwire.automation.language.Uses;
import dev.shopwire.automation.segments.NestedDefinitions;
import dev.shopwire.automation.sql.ConditionSql;
import dev.shopwire.automation.sql.SqlScope;
import dev.shopwire.common.postgres.SqlParameters;
import dev.shopwire.common.postgres.Transactions;
import io.vertx.core.Future;
import io.vertx.sqlclient.SqlConnection;
import java.time.Duration;
import java.time.Instant;
import java.time.ZoneId;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.function.Consumer;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/**
 * Finds when time alone may change the conditions that runs wait with, so that they are looked at
 * then: a statement for each condition that time can change. For one transaction; not thread-safe.
 */
final class NextLooks {
  /** Longer than any wait. */
  private static final Duration SPAN = Duration.ofDays(400);

  /** A customer whose events leave a span one after the other is not looked at for each of them. */
  private static final Duration PAUSE = Duration.ofSeconds(2);

  private static final String FIRST =
      """
      select k.id, d.due_at
      from unnest(%s::bigint[]) k (id)
      cross join lateral (
        select min(due_at) as due_at from (%s) a where a.customer_id = k.id
      ) d
      where d.due_at is not null
      """;

  private final SqlConnection connection;
  private final Claim claim;
  private final Map<Followed, List<Follower>> followers = new LinkedHashMap<>();

  private record Followed(Condition condition, ZoneId zone) {}

  /**
   * @param wake lets the run be looked at by a time
   */
  private record Follower(long customerId, Consumer<Instant> wake) {}

  NextLooks(SqlConnection connection, Claim claim) {
    this.connection = connection;
    this.claim = claim;
  }

  /** Plans the next look at each run and cause that follows conditions. */
  Future<Void> plan(List<CustomerWork> customers) {
    for (CustomerWork customer : customers) {
      for (RunWork run : customer.runs()) {
        ZoneId zone = run.plan().definition().timezone().fallback();
        run.followed()
            .forEach(condition -> add(condition, zone, customer.customerId(), run::wakeBy));
      }
      for (PendingCause pending : customer.pending()) {
        Entrance entrance = pending.entrance();
        ZoneId zone = entrance.plan().definition().timezone().fallback();
        entrance
            .plan()
            .definition()
            .entry()
            .condition()
            .ifPresent(condition -> add(condition, zone, customer.customerId(), pending::wakeBy));
      }
    }
    return followers.isEmpty() ? Future.succeededFuture() : read();
  }

  private void add(Condition condition, ZoneId zone, long customerId, Consumer<Instant> wake) {
    followers
        .computeIfAbsent(new Followed(condition, zone), none -> new ArrayList<>())
        .add(new Follower(customerId, wake));
  }

  private Future<Void> read() {
    Set<Long> segments =
        followers.keySet().stream()
            .flatMap(followed -> Uses.of(followed.condition()).segments().stream())
            .collect(Collectors.toSet());
    return NestedDefinitions.read(connection, claim.workspaceId(), segments)
        .compose(
            nested -> {
              List<Future<?>> statements = new ArrayList<>();
              followers.forEach((followed, all) -> statements.add(read(followed, nested, all)));
              return Transactions.join(statements);
            });
  }

  private Future<?> read(
      Followed followed, Map<Long, SegmentDefinition> nested, List<Follower> all) {
    SqlScope scope =
        new SqlScope(
            claim.workspaceId(),
            claim.now(),
            followed.zone(),
            nested,
            claim.apps(),
            new SqlParameters());
    Optional<String> due = due(scope, followed.condition());
    if (due.isEmpty()) {
      return Future.succeededFuture();
    }
    Long[] customers = all.stream().map(Follower::customerId).distinct().toArray(Long[]::new);
    return connection
        .preparedQuery(FIRST.formatted(scope.add(customers), due.get()))
        .execute(scope.parameters().tuple())
        .map(
            rows -> {
              Map<Long, Instant> first = new LinkedHashMap<>();
              rows.forEach(
                  row -> first.put(row.getLong("id"), row.getOffsetDateTime("due_at").toInstant()));
              all.forEach(follower -> wake(follower, first.get(follower.customerId())));
              return null;
            });
  }

  private Optional<String> due(SqlScope scope, Condition condition) {
    try {
      return ConditionSql.due(
          scope, condition, scope.add(claim.now()), scope.add(claim.now().plus(SPAN)));
    } catch (RuntimeException e) {
      // What an archived flow uses may be deleted; a look at the condition will show it.
      return Optional.empty();
    }
  }

  private void wake(Follower follower, @Nullable Instant due) {
    if (due != null) {
      Instant soonest = claim.now().plus(PAUSE);
      follower.wake().accept(due.isBefore(soonest) ? soonest : due);
    }
  }
}
