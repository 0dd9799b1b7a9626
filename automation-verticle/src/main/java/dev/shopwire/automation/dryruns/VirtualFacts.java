package dev.shopwire.automation.dryruns;

import dev.shopwire.automation.conditions.Condition;
import dev.shopwire.automation.conditions.SegmentDefinition;
import dev.shopwire.automation.dryruns.VirtualCustomer.Asked;
import dev.shopwire.automation.language.Uses;
import dev.shopwire.automation.runs.engine.CustomerFacts;
import dev.shopwire.automation.runs.machine.Answers;
import dev.shopwire.automation.runs.machine.Question;
import dev.shopwire.automation.segments.NestedDefinitions;
import dev.shopwire.automation.sql.ConditionSql;
import dev.shopwire.automation.sql.Read;
import dev.shopwire.automation.sql.SqlScope;
import dev.shopwire.common.postgres.SqlParameters;
import dev.shopwire.common.postgres.Transactions;
import io.vertx.core.Future;
import io.vertx.sqlclient.SqlConnection;
import java.time.Instant;
import java.time.ZoneId;
import java.time.temporal.ChronoUnit;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/**
 * What is known of the customers of a portion: conditions that events or the time decide as of each
 * time that is asked for, everything else as of now. For one transaction; not thread-safe.
 */
final class VirtualFacts {
  private final SqlConnection connection;
  private final long workspaceId;
  private final Instant now;
  private final List<Long> apps;
  private final ZoneId zone;
  private final boolean occurred;
  private final Map<Condition, Boolean> moving = new HashMap<>();
  private final Map<Long, Answers> lasting = new HashMap<>();
  private final Map<Long, Map<Instant, Answers>> ofTimes = new HashMap<>();
  private @Nullable RuntimeException failure;

  /**
   * @param now the moment of the transaction
   * @param apps the ids of all apps of the workspace
   * @param zone whose days the dates of conditions are
   * @param occurred whether events count from their own time, not from their arrival
   */
  VirtualFacts(
      SqlConnection connection,
      long workspaceId,
      Instant now,
      List<Long> apps,
      ZoneId zone,
      boolean occurred) {
    this.connection = connection;
    this.workspaceId = workspaceId;
    this.now = now;
    this.apps = List.copyOf(apps);
    this.zone = zone;
    this.occurred = occurred;
  }

  /** What is known of a customer as of a time. */
  Answers at(long customerId, Instant time) {
    Answers lastingAnswers = lasting.get(customerId);
    Answers answers = (lastingAnswers == null ? new Answers(time) : lastingAnswers).at(time);
    Map<Instant, Answers> times = ofTimes.get(customerId);
    Answers ofTime = times == null ? null : times.get(time);
    if (ofTime != null) {
      moving.forEach(
          (condition, isMoving) ->
              ofTime.find(condition).ifPresent(holds -> answers.put(condition, holds)));
    }
    return answers;
  }

  /** Finds the answers, with a statement for each condition and, where it decides, time. */
  Future<Void> answer(List<Asked> asked) {
    return classify(asked)
        .compose(
            classified -> {
              Map<Instant, List<CustomerFacts.Asked>> byTime = new LinkedHashMap<>();
              Set<Asked> known = new HashSet<>();
              for (Asked each : asked) {
                boolean isMoving = isMoving(each.question());
                Asked question =
                    isMoving ? each : new Asked(each.customerId(), each.question(), now);
                if (known.add(question)) {
                  byTime
                      .computeIfAbsent(question.at(), time -> new ArrayList<>())
                      .add(toFacts(question, isMoving));
                }
              }
              List<Future<?>> statements = new ArrayList<>();
              byTime.forEach((time, questions) -> statements.add(facts(time).answer(questions)));
              return Transactions.join(statements);
            })
        .compose(
            answered -> failure == null ? Future.succeededFuture() : Future.failedFuture(failure));
  }

  /** What happens at a time is known from then on. */
  private CustomerFacts facts(Instant time) {
    Instant end = time.plus(1, ChronoUnit.MICROS);
    return new CustomerFacts(
        connection, workspaceId, end, apps, occurred ? Optional.empty() : Optional.of(end));
  }

  private CustomerFacts.Asked toFacts(Asked asked, boolean isMoving) {
    Answers answers =
        isMoving
            ? ofTimes
                .computeIfAbsent(asked.customerId(), customer -> new HashMap<>())
                .computeIfAbsent(asked.at(), Answers::new)
            : lasting.computeIfAbsent(asked.customerId(), customer -> new Answers(now));
    return new CustomerFacts.Asked(
        asked.customerId(), asked.question(), zone, answers, error -> failure = error);
  }

  private boolean isMoving(Question question) {
    return question instanceof Question.Holds holds && moving.getOrDefault(holds.condition(), true);
  }

  private Future<Void> classify(List<Asked> asked) {
    Set<Condition> unknown =
        asked.stream()
            .map(Asked::question)
            .filter(Question.Holds.class::isInstance)
            .map(question -> ((Question.Holds) question).condition())
            .filter(condition -> !moving.containsKey(condition))
            .collect(Collectors.toSet());
    Set<Long> segments =
        unknown.stream()
            .flatMap(condition -> Uses.of(condition).segments().stream())
            .collect(Collectors.toSet());
    return NestedDefinitions.read(connection, workspaceId, segments)
        .map(
            nested -> {
              unknown.forEach(condition -> moving.put(condition, isMoving(condition, nested)));
              return null;
            });
  }

  /** Whether the time as of which a condition is evaluated matters. */
  private boolean isMoving(Condition condition, Map<Long, SegmentDefinition> nested) {
    SqlScope scope = new SqlScope(workspaceId, now, zone, nested, apps, new SqlParameters());
    return ConditionSql.due(scope, condition, "$1", "$2").isPresent()
        || ConditionSql.reads(condition, nested).stream().anyMatch(Read::isOfTime);
  }
}
