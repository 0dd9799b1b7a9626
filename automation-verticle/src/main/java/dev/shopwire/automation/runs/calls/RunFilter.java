package dev.shopwire.automation.runs.calls;

import dev.shopwire.automation.runs.engine.StuckRuns;
import dev.shopwire.automation.runs.machine.EndReason;
import dev.shopwire.common.postgres.SqlParameters;
import dev.shopwire.common.query.Query;
import dev.shopwire.common.tenancy.CustomerId;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;

/** Selects runs of a flow by the parameters of a request. */
record RunFilter(
    Optional<String> status,
    Optional<Integer> version,
    Optional<Long> customerId,
    Optional<String> reason,
    Optional<String> stuck) {
  /** The parameters that it reads. */
  static final List<String> PARAMETERS =
      List.of("status", "version", "customerId", "reason", "stuck");

  private static final List<String> REASONS =
      Arrays.stream(EndReason.values()).map(EndReason::apiName).toList();
  private static final int MAX_LENGTH = 40;

  /** Adds the errors of invalid parameters to the query. */
  static RunFilter read(Query query) {
    return new RunFilter(
        query.choice("status", List.of("active", "ended")),
        query
            .text("version", MAX_LENGTH)
            .flatMap(
                text ->
                    text.matches("[1-9][0-9]{0,8}")
                        ? Optional.of(Integer.valueOf(text))
                        : query.addError("version", "invalid_version", "must be a version")),
        query
            .text("customerId", MAX_LENGTH)
            .flatMap(
                text -> {
                  Optional<Long> id = CustomerId.parse(text.strip());
                  return id.isPresent()
                      ? id
                      : query.addError("customerId", "invalid_id", CustomerId.EXPECTED);
                }),
        query.choice("reason", REASONS),
        query.choice("stuck", List.of("true", "false")));
  }

  /** Conditions on the run {@code r}, each after {@code and}. */
  String sql(SqlParameters parameters, int stuckSeconds) {
    StringBuilder sql = new StringBuilder();
    status.ifPresent(text -> sql.append(" and r.status = ").append(parameters.add(text)));
    version.ifPresent(number -> sql.append(" and r.version = ").append(parameters.add(number)));
    customerId.ifPresent(id -> sql.append(" and r.customer_id = ").append(parameters.add(id)));
    reason.ifPresent(text -> sql.append(" and r.reason = ").append(parameters.add(text)));
    stuck.ifPresent(
        text ->
            sql.append(text.equals("true") ? " and " : " and not ")
                .append("coalesce(")
                .append(StuckRuns.condition(parameters.add((double) stuckSeconds)))
                .append(", false)"));
    return sql.toString();
  }
}
