package dev.shopwire.automation.definitions.language;

import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.shopwire.automation.conditions.Condition;
import dev.shopwire.automation.definitions.FieldRef;
import java.util.Map;
import java.util.Set;

/**
 * Finds what a definition refers to. It may replace how that is named in the JSON, once that was
 * read: names by ids in what is stored, and ids by names in what is shown.
 */
interface References {
  /** What a custom field is named for, and so which ones fit. */
  enum FieldUse {
    /** Its value names a time zone. */
    ZONE,
    /** Its changes start a flow. */
    TRIGGER,
    /** A step sets it. */
    TARGET
  }

  /** What has an id that callers send. */
  enum Kind {
    SEGMENT,
    TEMPLATE,
    SENDER,
    TOPIC
  }

  /** The condition that stands as this member. */
  Condition condition(Part part, String member);

  /** The field that the members {@code field} and {@code app} name. */
  FieldRef field(Part part, FieldUse use);

  /** The app that the member {@code app} names; 0 if it is absent. */
  long app(Part part);

  /** The id that stands as this member. */
  long id(Part part, String member, Kind kind);

  /** The ids of the member {@code affiliates}; none if it is absent. */
  Set<Long> affiliates(Part part);

  /** Checks a literal value for a field. */
  void value(Part part, String member, FieldRef field);

  /**
   * The fields that placeholders in the texts of {@code data} name, by their paths such as {@code
   * cf.plan}.
   *
   * @param part that has it as its member {@code data}
   */
  Map<String, FieldRef> placeholders(Part part, ObjectNode data);
}
