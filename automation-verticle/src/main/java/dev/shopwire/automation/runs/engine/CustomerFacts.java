package dev.shopwire.automation.runs.engine;

import dev.shopwire.automation.conditions.Condition;
import dev.shopwire.automation.conditions.SegmentDefinition;
import dev.shopwire.automation.definitions.FieldRef;
import dev.shopwire.automation.definitions.ZoneChoice;
import dev.shopwire.automation.language.Uses;
import dev.shopwire.automation.runs.machine.Answers;
import dev.shopwire.automation.runs.machine.Answers.LocalZone;
import dev.shopwire.automation.runs.machine.Question;
import dev.shopwire.automation.runs.machine.QuietWindow;
import dev.shopwire.automation.segments.NestedDefinitions;
import dev.shopwire.automation.settings.AutomationSettings;
import dev.shopwire.automation.settings.QuietHours;
import dev.shopwire.automation.sql.ConditionSql;
import dev.shopwire.automation.sql.SqlScope;
import dev.shopwire.automation.templates.language.TemplatePath;
import dev.shopwire.automation.templates.recipients.TemplateFields;
import dev.shopwire.common.postgres.SqlParameters;
import dev.shopwire.common.postgres.Transactions;
import dev.shopwire.common.time.TimeZones;
import io.vertx.core.Future;
import io.vertx.sqlclient.Row;
import io.vertx.sqlclient.SqlConnection;
import io.vertx.sqlclient.Tuple;
import java.time.Instant;
import java.time.ZoneId;
import java.util.ArrayList;
import java.util.Collection;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.function.Consumer;
import java.util.stream.Collectors;

/**
 * Answers what runs must know of their customers, for all runs of a transaction at once: a
 * statement for each condition and field. For one transaction; not thread-safe.
 */
public final class CustomerFacts {
  // Of a field with a value per app, named without an app, the value that was changed last.
  private static final String TEXTS =
      """
      select k.id, v.text_value
      from unnest($2::bigint[]) k (id)
      cross join lateral (
        select o.text_value from customer_field_values o
        where o.workspace_id = $1 and o.customer_id = k.id and o.field_id = $3
          and ($4 = 0 or o.app_id = $4)
        order by o.changed_at desc nulls last, o.app_id limit 1
      ) v
      where v.text_value is not null
      """;

  private final SqlConnection connection;
  private final long workspaceId;
  private final Instant now;
  private final List<Long> apps;
  private final Optional<Instant> arrival;

  CustomerFacts(SqlConnection connection, Claim claim) {
    this(connection, claim.workspaceId(), claim.now(), claim.apps(), Optional.empty());
  }

  /**
   * @param now the moment of the answers
   * @param apps the ids of all apps of the workspace
   * @param arrival events count only if they arrived before it; empty if all count
   */
  public CustomerFacts(
      SqlConnection connection,
      long workspaceId,
      Instant now,
      List<Long> apps,
      Optional<Instant> arrival) {
    this.connection = connection;
    this.workspaceId = workspaceId;
    this.now = now;
    this.apps = List.copyOf(apps);
    this.arrival = arrival;
  }

  /**
   * A question of a run.
   *
   * @param zone whose days the dates of a condition are
   * @param answers where the answer is put
   * @param failed called if there can't be an answer
   */
  public record Asked(
      long customerId,
      Question question,
      ZoneId zone,
      Answers answers,
      Consumer<RuntimeException> failed) {}

  private record Tested(Condition condition, ZoneId zone) {}

  /** Puts an answer to each question. */
  public Future<Void> answer(List<Asked> asked) {
    Map<Tested, List<Asked>> tested = new LinkedHashMap<>();
    Map<ZoneChoice, List<Asked>> zones = new LinkedHashMap<>();
    List<Asked> quiet = new ArrayList<>();
    for (Asked each : asked) {
      if (each.question() instanceof Question.Holds holds) {
        tested
            .computeIfAbsent(new Tested(holds.condition(), each.zone()), key -> new ArrayList<>())
            .add(each);
      } else if (each.question() instanceof Question.Zone zone) {
        zones.computeIfAbsent(zone.choice(), key -> new ArrayList<>()).add(each);
      } else {
        quiet.add(each);
      }
    }
    List<Future<?>> statements = new ArrayList<>();
    zones.forEach((choice, runs) -> statements.add(zone(choice, runs)));
    return test(tested)
        .compose(done -> Transactions.join(statements))
        .compose(done -> quiet.isEmpty() ? Future.succeededFuture() : quiet(quiet));
  }

  private Future<Void> test(Map<Tested, List<Asked>> tested) {
    Set<Long> segments =
        tested.keySet().stream()
            .flatMap(test -> Uses.of(test.condition()).segments().stream())
            .collect(Collectors.toSet());
    return NestedDefinitions.read(connection, workspaceId, segments)
        .compose(
            nested -> {
              List<Future<?>> statements = new ArrayList<>();
              tested.forEach((test, runs) -> statements.add(test(test, nested, runs)));
              return Transactions.join(statements);
            });
  }

  private Future<Void> test(Tested tested, Map<Long, SegmentDefinition> nested, List<Asked> runs) {
    SqlScope scope =
        new SqlScope(workspaceId, now, tested.zone(), nested, apps, new SqlParameters(), arrival);
    String test;
    try {
      test = ConditionSql.test(scope, tested.condition());
    } catch (RuntimeException e) {
      // What an archived flow uses may be deleted while its runs finish.
      runs.forEach(run -> run.failed().accept(e));
      return Future.succeededFuture();
    }
    String sql =
        "select k.id, %s as holds from unnest(%s::bigint[]) k (id)"
            .formatted(test, scope.add(customers(runs)));
    return connection
        .preparedQuery(sql)
        .execute(scope.parameters().tuple())
        .map(
            rows -> {
              Map<Long, Boolean> holds = new HashMap<>();
              for (Row row : rows) {
                holds.put(row.getLong("id"), row.getBoolean("holds"));
              }
              runs.forEach(
                  run ->
                      run.answers()
                          .put(tested.condition(), holds.getOrDefault(run.customerId(), false)));
              return null;
            });
  }

  private static Long[] customers(Collection<Asked> runs) {
    return runs.stream().map(Asked::customerId).distinct().toArray(Long[]::new);
  }

  private Future<Void> zone(ZoneChoice choice, List<Asked> runs) {
    return zones(choice.field(), runs)
        .map(
            found -> {
              runs.forEach(
                  run ->
                      run.answers()
                          .put(
                              choice,
                              Optional.ofNullable(found.get(run.customerId()))
                                  .map(zone -> new LocalZone(zone, false))
                                  .orElseGet(
                                      () ->
                                          new LocalZone(
                                              choice.fallback(), choice.field().isPresent()))));
              return null;
            });
  }

  /** The zones of those customers whose field has one. */
  private Future<Map<Long, ZoneId>> zones(Optional<FieldRef> field, List<Asked> runs) {
    if (field.isEmpty()) {
      return Future.succeededFuture(Map.of());
    }
    return connection
        .preparedQuery(TEXTS)
        .execute(
            Tuple.of(workspaceId)
                .addArrayOfLong(customers(runs))
                .addLong(field.get().fieldId())
                .addLong(field.get().appId()))
        .map(
            rows -> {
              Map<Long, ZoneId> zones = new HashMap<>();
              rows.forEach(
                  row ->
                      TimeZones.find(row.getString("text_value"))
                          .ifPresent(zone -> zones.put(row.getLong("id"), zone)));
              return zones;
            });
  }

  private Future<Void> quiet(List<Asked> runs) {
    return AutomationSettings.read(connection, workspaceId)
        .compose(
            settings -> {
              if (settings.quietHours().isEmpty()) {
                runs.forEach(run -> run.answers().putQuiet(Optional.empty()));
                return Future.succeededFuture();
              }
              QuietHours hours = settings.quietHours().get();
              return field(hours.timezone())
                  .compose(field -> zones(field, runs))
                  .map(
                      zones -> {
                        runs.forEach(run -> run.answers().putQuiet(window(hours, zones, run)));
                        return null;
                      });
            });
  }

  private static Optional<QuietWindow> window(
      QuietHours hours, Map<Long, ZoneId> zones, Asked run) {
    return Optional.of(
        new QuietWindow(
            hours.from(),
            hours.to(),
            zones.getOrDefault(run.customerId(), hours.timezone().fallback())));
  }

  /** The field that settings name; empty if there is none any more. */
  private Future<Optional<FieldRef>> field(QuietHours.ZoneSource source) {
    if (source.field().isEmpty()) {
      return Future.succeededFuture(Optional.empty());
    }
    TemplatePath.Field path = new TemplatePath.Field(source.app(), source.field().get());
    return TemplateFields.read(connection, workspaceId, List.of(path))
        .map(
            fields ->
                fields
                    .find(path)
                    .target()
                    .map(target -> new FieldRef(target.field().id(), target.app())));
  }
}
