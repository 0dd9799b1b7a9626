package dev.shopwire.automation.flows;

import dev.shopwire.automation.definitions.EventMatch;
import dev.shopwire.automation.definitions.Exit;
import dev.shopwire.automation.definitions.FlowDefinition;
import dev.shopwire.automation.definitions.Step;
import dev.shopwire.automation.definitions.Trigger;
import dev.shopwire.automation.tracking.SegmentReadIndex;
import io.vertx.core.Future;
import io.vertx.sqlclient.SqlClient;
import java.util.Collection;
import java.util.List;
import java.util.stream.Stream;

/**
 * The table of what published flows start from, listen to, and read in conditions that runs follow.
 * It changes in the transaction that publishes or archives a flow, so that it holds for all
 * processes from the commit on. Methods run on the caller's event loop.
 */
public final class FlowTriggers {
  private static final String STOP_STARTING =
      "delete from flow_triggers where workspace_id = $1 and flow_id = $2 and starts";
  private static final String STOP_LISTENING =
      "delete from flow_triggers where workspace_id = $1 and flow_id = $2 and not starts";
  private static final String INSERT =
      """
      insert into flow_triggers (workspace_id, flow_id, version, source, app_id, starts)
      select distinct $1::bigint, $2::bigint, $3::int, source, app_id, starts
      from unnest($4::text[], $5::bigint[], $6::boolean[]) as t (source, app_id, starts)
      """;

  private static final String ADD_READS =
      """
      insert into flow_triggers (workspace_id, flow_id, version, source, app_id, starts)
      select $1, $2, $3, read, 0, false from unnest($4::text[]) as r (read)
      on conflict do nothing
      """;

  private FlowTriggers() {}

  /** Where causes of runs and events that they wait for come from. */
  public static final class Source {
    public static final String CONTACT = "contact";
    public static final String CREDIT = "credit";
    public static final String SCHEDULE = "schedule";

    private Source() {}

    public static String event(String name) {
      return "event:" + name;
    }

    public static String field(long id) {
      return "field:" + id;
    }

    public static String lifecycle(String topic) {
      return "lifecycle:" + topic;
    }

    public static String segment(long id) {
      return "segment:" + id;
    }
  }

  private record Row(String source, long appId, boolean starts) {}

  /**
   * From now on runs start with this version; those of former versions still listen.
   *
   * @param reads of {@link FollowedReads}
   */
  static Future<Void> publish(
      SqlClient client,
      FlowKey key,
      int version,
      FlowDefinition definition,
      Collection<String> reads) {
    List<Row> rows =
        Stream.of(
                Stream.of(starting(definition.trigger())),
                listening(definition),
                reads.stream().map(read -> new Row(read, 0, false)))
            .flatMap(each -> each)
            .toList();
    return client
        .preparedQuery(STOP_STARTING)
        .execute(key.tuple())
        .compose(
            stopped ->
                client
                    .preparedQuery(INSERT)
                    .execute(
                        key.tuple()
                            .addInteger(version)
                            .addArrayOfString(rows.stream().map(Row::source).toArray(String[]::new))
                            .addArrayOfLong(rows.stream().map(Row::appId).toArray(Long[]::new))
                            .addArrayOfBoolean(
                                rows.stream().map(Row::starts).toArray(Boolean[]::new))))
        .compose(stored -> SegmentReadIndex.replaceOfFlows(client, key.workspaceId()));
  }

  /** Adds what conditions read that runs of a version follow. */
  static Future<Void> addReads(
      SqlClient client, FlowKey key, int version, Collection<String> reads) {
    return client
        .preparedQuery(ADD_READS)
        .execute(key.tuple().addInteger(version).addArrayOfString(reads.toArray(String[]::new)))
        .mapEmpty();
  }

  /**
   * No run starts any more.
   *
   * @param endsRuns whether active runs don't continue either
   */
  static Future<Void> archive(SqlClient client, FlowKey key, boolean endsRuns) {
    Future<Void> stopped = client.preparedQuery(STOP_STARTING).execute(key.tuple()).mapEmpty();
    return endsRuns
        ? stopped.compose(
            done ->
                client
                    .preparedQuery(STOP_LISTENING)
                    .execute(key.tuple())
                    .compose(ended -> SegmentReadIndex.replaceOfFlows(client, key.workspaceId())))
        : stopped;
  }

  private static Row starting(Trigger trigger) {
    if (trigger instanceof Trigger.UsageEvent event) {
      return new Row(Source.event(event.eventName()), event.appId(), true);
    } else if (trigger instanceof Trigger.SegmentChange change) {
      return new Row(Source.segment(change.segmentId()), 0, true);
    } else if (trigger instanceof Trigger.FieldChange change) {
      return new Row(Source.field(change.field().fieldId()), change.field().appId(), true);
    } else if (trigger instanceof Trigger.Credited credited) {
      return new Row(Source.CREDIT, credited.appId(), true);
    } else if (trigger instanceof Trigger.Lifecycle lifecycle) {
      return new Row(Source.lifecycle(lifecycle.topic()), lifecycle.appId(), true);
    }
    return new Row(
        trigger instanceof Trigger.ContactCreated ? Source.CONTACT : Source.SCHEDULE, 0, true);
  }

  private static Stream<Row> listening(FlowDefinition definition) {
    Stream<EventMatch> exits =
        definition.exits().stream()
            .filter(Exit.OnEvent.class::isInstance)
            .map(exit -> ((Exit.OnEvent) exit).event());
    Stream<EventMatch> waits =
        definition
            .allSteps()
            .filter(Step.Wait.class::isInstance)
            .map(step -> ((Step.Wait) step).until())
            .filter(Step.Until.Event.class::isInstance)
            .map(until -> ((Step.Until.Event) until).event());
    return Stream.concat(exits, waits)
        .map(event -> new Row(Source.event(event.eventName()), event.appId(), false));
  }
}
