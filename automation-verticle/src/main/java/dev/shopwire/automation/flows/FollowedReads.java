package dev.shopwire.automation.flows;

import dev.shopwire.automation.conditions.Condition;
import dev.shopwire.automation.language.Uses;
import dev.shopwire.automation.runs.machine.Plan;
import dev.shopwire.automation.segments.NestedDefinitions;
import dev.shopwire.automation.sql.ConditionSql;
import dev.shopwire.automation.sql.Read;
import io.vertx.core.Future;
import io.vertx.sqlclient.SqlClient;
import java.util.List;
import java.util.Set;
import java.util.stream.Collectors;

/**
 * Determines what the conditions read that runs of a flow follow. Runs on the caller's event loop.
 */
public final class FollowedReads {
  private FollowedReads() {}

  /** As texts of {@link Read}. */
  public static Future<Set<String>> of(SqlClient client, long workspaceId, Plan plan) {
    List<Condition> followed = plan.followed();
    Set<Long> segments =
        followed.stream()
            .flatMap(condition -> Uses.of(condition).segments().stream())
            .collect(Collectors.toSet());
    return NestedDefinitions.read(client, workspaceId, segments)
        .map(
            nested ->
                followed.stream()
                    .flatMap(condition -> ConditionSql.reads(condition, nested).stream())
                    // Who has a run is there already.
                    .filter(read -> !read.equals(Read.CUSTOMER))
                    .collect(Collectors.toSet()));
  }
}
