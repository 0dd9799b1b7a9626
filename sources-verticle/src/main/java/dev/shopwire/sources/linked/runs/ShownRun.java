package dev.shopwire.sources.linked.runs;

import io.vertx.sqlclient.Row;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * A run as its reader sees it.
 *
 * @param isRestricted whether the reader must not learn what it counted, since it fills a field
 *     that does not exist for them
 */
public record ShownRun(LinkedRun run, boolean isRestricted) {
  private static final String RESTRICTED_ERROR = "The run fills private fields; admins see why";

  static ShownRun read(Row row) {
    return new ShownRun(LinkedRun.read(row), row.getBoolean("is_restricted"));
  }

  /** As in the API. */
  public Map<String, @Nullable Object> json() {
    Map<String, @Nullable Object> json = run.json();
    if (isRestricted) {
      json.put("badRows", null);
      json.put("changes", null);
      json.put("guard", null);
      run.error()
          .ifPresent(
              error ->
                  json.put("error", Map.of("code", error.code(), "message", RESTRICTED_ERROR)));
    }
    return json;
  }
}
