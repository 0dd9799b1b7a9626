package dev.shopwire.enrichment.fields;

import java.util.LinkedHashMap;
import java.util.Map;

/** The query on a user's database that fills a field. */
public record FieldLink(long queryId, String queryName) {

  /** As responses show it with a definition. */
  Map<String, Object> json() {
    Map<String, Object> json = new LinkedHashMap<>();
    json.put("queryId", Long.toString(queryId));
    json.put("name", queryName);
    return json;
  }
}
