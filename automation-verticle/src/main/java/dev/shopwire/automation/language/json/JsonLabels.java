package dev.shopwire.automation.language.json;

import com.fasterxml.jackson.databind.node.ObjectNode;

/** How fields, apps and segments are written: by id and name in responses, by id in the store. */
public interface JsonLabels {

  /**
   * @param app whose value of an all-apps field is meant, or 0
   */
  void field(long field, long app, ObjectNode json);

  /**
   * @param app 0 for all
   */
  void app(long app, ObjectNode json);

  void segment(long segment, ObjectNode json);
}
