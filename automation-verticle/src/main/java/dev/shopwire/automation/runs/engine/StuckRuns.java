package dev.shopwire.automation.runs.engine;

/** The SQL condition of stuck runs, shared by all that shows or counts them. */
public final class StuckRuns {
  // Of what fails, wake_at is the time of the next attempt.
  private static final String CONDITION =
      """
      (r.status = 'active'
        and coalesce(
            case when r.failures > 0 then r.failing_since else r.wake_at end,
            case when r.waits_for = 'change' then (
              select q.requested_at from flow_step_requests q
              where q.workspace_id = r.workspace_id and q.run_id = r.id) end)
          < statement_timestamp() - make_interval(secs => %s)
        and not exists (
          select from flows p
          where p.workspace_id = r.workspace_id and p.id = r.flow_id and p.status = 'paused'))\
      """;

  private StuckRuns() {}

  /**
   * Whether the run {@code r} is stuck: overdue, or failing, for longer than this although its flow
   * is not paused. Null if it does not wait for a time.
   *
   * @param seconds SQL for a double
   */
  public static String condition(String seconds) {
    return CONDITION.formatted(seconds);
  }
}
