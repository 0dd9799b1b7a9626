package dev.shopwire.automation.segments;

import io.vertx.core.Future;
import io.vertx.sqlclient.SqlConnection;
import java.util.Set;

/** What follows when segments have other members, in the transaction of the save. */
@FunctionalInterface
public interface Redefinition {
  /**
   * @param segments those with another definition, and all that nest them
   */
  Future<Void> apply(SqlConnection connection, long workspaceId, Set<Long> segments);
}
