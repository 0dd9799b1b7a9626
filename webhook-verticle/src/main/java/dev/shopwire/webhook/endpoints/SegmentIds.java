package dev.shopwire.webhook.endpoints;

import dev.shopwire.common.failure.Failure;
import dev.shopwire.common.failure.ValidationError;
import dev.shopwire.common.postgres.Rows;
import io.vertx.core.Future;
import io.vertx.sqlclient.SqlClient;
import io.vertx.sqlclient.Tuple;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** Checks the segments that a request names. Runs on the caller's event loop. */
final class SegmentIds {
  private static final String KNOWN =
      "select id from segment_workspaces where workspace_id = $1 and id = any($2::bigint[])";

  private SegmentIds() {}

  /** Fails with 422 if the workspace lacks any of the segments. */
  static Future<Void> check(SqlClient client, long workspaceId, @Nullable FilterInput filter) {
    List<Long> segments = filter == null ? null : filter.segments();
    if (segments == null) {
      return Future.succeededFuture();
    }
    return client
        .preparedQuery(KNOWN)
        .execute(Tuple.of(workspaceId).addArrayOfLong(segments.toArray(Long[]::new)))
        .map(
            rows -> {
              rejectUnknown(segments, new HashSet<>(Rows.list(rows, row -> row.getLong("id"))));
              return null;
            });
  }

  private static void rejectUnknown(List<Long> segments, Set<Long> known) {
    List<ValidationError> errors = new ArrayList<>();
    for (int i = 0; i < segments.size(); i++) {
      if (!known.contains(segments.get(i))) {
        errors.add(
            new ValidationError(
                "/filter/segments/" + i,
                "unknown_segment",
                "The workspace has no segment with the id " + segments.get(i)));
      }
    }
    if (!errors.isEmpty()) {
      throw Failure.invalid(errors);
    }
  }
}
