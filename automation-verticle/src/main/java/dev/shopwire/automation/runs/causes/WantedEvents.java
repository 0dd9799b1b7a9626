package dev.shopwire.automation.runs.causes;

import com.fasterxml.jackson.databind.JsonNode;
import dev.shopwire.automation.definitions.Trigger;
import dev.shopwire.automation.runs.machine.Plan;
import dev.shopwire.automation.runs.plans.Plans;
import dev.shopwire.automation.runs.plans.VersionKey;
import dev.shopwire.common.postgres.Rows;
import io.vertx.core.Future;
import io.vertx.sqlclient.Row;
import io.vertx.sqlclient.SqlClient;
import io.vertx.sqlclient.Tuple;
import java.time.Instant;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/** The usage events that the flows of a workspace want at one moment. Immutable. */
final class WantedEvents {
  private static final String READ =
      """
      select substr(t.source, 7) as event_name, t.app_id, t.flow_id, t.version, t.starts,
        v.published_at
      from flow_triggers t
      cross join lateral (
        select published_at from flow_versions
        where workspace_id = t.workspace_id and flow_id = t.flow_id and version = 1 offset 0
      ) v
      where t.workspace_id = $1 and t.source like 'event:%'
      """;

  private final List<Wish> wishes;
  private final Map<VersionKey, Plan> plans;

  private WantedEvents(List<Wish> wishes, Map<VersionKey, Plan> plans) {
    this.wishes = wishes;
    this.plans = plans;
  }

  /**
   * That a version of a flow wants events.
   *
   * @param publishedAt when the flow was first published: earlier events don't start it
   */
  private record Wish(
      String eventName, long appId, VersionKey version, boolean starts, Instant publishedAt) {
    static Wish read(Row row) {
      return new Wish(
          row.getString("event_name"),
          row.getLong("app_id"),
          new VersionKey(row.getLong("flow_id"), row.getInteger("version")),
          row.getBoolean("starts"),
          row.getOffsetDateTime("published_at").toInstant());
    }

    boolean isFor(String name, long app) {
      return eventName.equals(name) && (appId == 0 || appId == app);
    }
  }

  static Future<WantedEvents> read(SqlClient client, long workspaceId, Plans plans) {
    return client
        .preparedQuery(READ)
        .execute(Tuple.of(workspaceId))
        .map(rows -> Rows.list(rows, Wish::read))
        .compose(
            wishes ->
                plans
                    .load(
                        client,
                        workspaceId,
                        wishes.stream().filter(Wish::starts).map(Wish::version).toList())
                    .map(found -> new WantedEvents(wishes, found)));
  }

  Collection<String> names() {
    return wishes.stream().map(Wish::eventName).distinct().toList();
  }

  /** The names of which the properties decide whether they start a flow. */
  Collection<String> namesByProperties() {
    return wishes.stream()
        .filter(wish -> wish.starts() && hasProperties(wish.version()))
        .map(Wish::eventName)
        .distinct()
        .toList();
  }

  private boolean hasProperties(VersionKey version) {
    Plan plan = plans.get(version);
    return plan != null
        && plan.definition().trigger() instanceof Trigger.UsageEvent trigger
        && !trigger.properties().isEmpty();
  }

  /** The flows that an event may start. */
  List<VersionKey> startedBy(String name, CauseKey key, Supplier<@Nullable JsonNode> properties) {
    return wishes.stream()
        .filter(
            wish ->
                wish.starts()
                    && wish.isFor(name, key.appId())
                    && !key.at().isBefore(wish.publishedAt())
                    && starts(wish.version(), key, properties))
        .map(Wish::version)
        .toList();
  }

  private boolean starts(
      VersionKey version, CauseKey key, Supplier<@Nullable JsonNode> properties) {
    Plan plan = plans.get(version);
    return plan != null
        && plan.definition().trigger() instanceof Trigger.UsageEvent trigger
        && trigger.maxAge().map(age -> !key.occurredAt().isBefore(key.at().minus(age))).orElse(true)
        && (trigger.properties().isEmpty()
            || trigger.properties().stream()
                .allMatch(condition -> condition.matches(properties.get())));
  }

  /** The flows whose runs listen to an event. */
  List<Long> listeners(String name, long appId) {
    return wishes.stream()
        .filter(wish -> !wish.starts() && wish.isFor(name, appId))
        .map(wish -> wish.version().flowId())
        .distinct()
        .toList();
  }
}
