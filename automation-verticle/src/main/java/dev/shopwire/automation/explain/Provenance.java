package dev.shopwire.automation.explain;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.shopwire.automation.names.Vocabulary;
import io.vertx.sqlclient.Row;
import java.time.OffsetDateTime;
import java.util.Optional;

/** When a value was written, and by which push. */
record Provenance(OffsetDateTime at, ObjectNode json) {

  /**
   * Reads {@code changed_at}, {@code changed_app} and {@code request_id}; empty if it is not known.
   */
  static Optional<Provenance> read(Row row, JsonNode value, Vocabulary vocabulary) {
    OffsetDateTime at = row.getOffsetDateTime("changed_at");
    if (at == null) {
      return Optional.empty();
    }
    ObjectNode json = FactJson.object();
    json.set("app", FactJson.app(vocabulary, row.getLong("changed_app")));
    json.set("value", value);
    json.set("at", FactJson.time(at));
    json.set("requestId", FactJson.text(row.getString("request_id")));
    return Optional.of(new Provenance(at, json));
  }
}
