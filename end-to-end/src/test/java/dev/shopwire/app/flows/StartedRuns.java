package dev.shopwire.app.flows;

import static org.junit.jupiter.api.Assertions.assertEquals;

import dev.shopwire.testing.Poll;
import dev.shopwire.testing.Sql;

/**
 * Counts the runs that causes have started, once all causes of a workspace are decided, and its
 * segments know all changes.
 */
public final class StartedRuns {
  private final FlowWorkspace workspace;
  private final FlowRuns runs;
  private final Sql sql;

  public StartedRuns(FlowWorkspace workspace, Sql sql) {
    this.workspace = workspace;
    this.runs = new FlowRuns(workspace);
    this.sql = sql;
  }

  /** Fails unless the flow has started this many runs so far. */
  public void assertCount(int expected, String flow) {
    Poll.until(FlowRuns.TIME, () -> "no causes left, actual " + waiting(), () -> waiting() == 0);
    assertEquals(expected, count(flow), () -> runs.of(flow, "").toString());
  }

  private long waiting() {
    return sql.number(
        """
        select (select count(*) from flow_causes where workspace_id = w.id)
          + (select count(*) from flow_changes where workspace_id = w.id)
          + (select count(*) from flow_event_groups where workspace_id = w.id)
          + (select count(*) from flow_member_entries where workspace_id = w.id)
          + (select count(*) from flow_linked_runs where workspace_id = w.id)
          + (select count(*) from segment_pending where workspace_id = w.id)
          + (select count(*) from segment_queue where workspace_id = w.id)
          + (select count(*) from segment_tracking
             where workspace_id = w.id and (status = 'building' or behind))
        from (values (?)) w (id)
        """,
        Long.parseLong(workspace.id()));
  }

  public int count(String flow) {
    return runs.counts(flow).path("entered").asInt();
  }

  /** How many causes did not start a run, by the reason. */
  public String refusals(String flow) {
    return sql.text(
        """
        select string_agg(name || ' ' || n, ', ' order by name) from (
          select name, sum(count) as n from flow_counts
          where flow_id = ? and kind = 'refused' group by 1) c
        """,
        Long.parseLong(flow));
  }
}
