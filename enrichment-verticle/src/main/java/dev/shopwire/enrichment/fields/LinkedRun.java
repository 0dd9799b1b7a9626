package dev.shopwire.enrichment.fields;

import dev.shopwire.common.json.Times;
import java.time.OffsetDateTime;
import java.util.LinkedHashMap;
import java.util.Map;

/**
 * The run of a linked query that a value is from.
 *
 * @param readAt when it read the user's database
 */
public record LinkedRun(long queryId, long runId, OffsetDateTime readAt) {

  /** As responses show it with a value. */
  public Map<String, Object> json() {
    Map<String, Object> json = new LinkedHashMap<>();
    json.put("queryId", Long.toString(queryId));
    json.put("runId", Long.toString(runId));
    json.put("readAt", Times.format(readAt));
    return json;
  }
}
