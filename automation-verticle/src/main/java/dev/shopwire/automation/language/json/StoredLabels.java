package dev.shopwire.automation.language.json;

import com.fasterxml.jackson.databind.node.ObjectNode;

/** Writes ids only, so that what is stored means the same whatever is renamed. */
public final class StoredLabels implements JsonLabels {

  @Override
  public void field(long field, long app, ObjectNode json) {
    json.put("id", Long.toString(field));
    app(app, json);
  }

  @Override
  public void app(long app, ObjectNode json) {
    if (app != 0) {
      json.put("app", Long.toString(app));
    }
  }

  @Override
  public void segment(long segment, ObjectNode json) {
    json.put("id", Long.toString(segment));
  }
}
