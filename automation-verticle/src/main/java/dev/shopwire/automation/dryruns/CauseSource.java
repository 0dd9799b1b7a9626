package dev.shopwire.automation.dryruns;

import dev.shopwire.automation.conditions.Condition;
import dev.shopwire.automation.dryruns.RecordedEvents.Recorded;
import dev.shopwire.common.postgres.SqlParameters;
import io.vertx.core.Future;
import io.vertx.sqlclient.SqlConnection;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** Where the causes of a dry run are recorded. Methods run on the caller's event loop. */
interface CauseSource {
  /** Counts them, up to a limit; events are counted whatever their properties. */
  Future<Long> count(SqlConnection connection, EventWindow window, long limit);

  /**
   * A query of the customers that have causes: {@code customer_id, events, bytes}.
   *
   * @param names of the events that runs listen to
   */
  String customers(EventWindow window, Collection<String> names, SqlParameters parameters);

  /** The names of events that {@link #causes} must know, beside those that runs listen to. */
  Collection<String> names();

  /** The causes of some customers. */
  Future<Map<Long, List<VirtualCause>>> causes(
      SqlConnection connection,
      EventWindow window,
      Collection<Long> customers,
      Map<Long, List<Recorded>> events);

  /** What must hold of a customer at the time of a cause; empty if nothing must. */
  default Optional<Condition> audience() {
    return Optional.empty();
  }
}
