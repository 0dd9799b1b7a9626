package dev.shopwire.enrichment.search;

import com.fasterxml.jackson.databind.JsonNode;
import dev.shopwire.enrichment.fields.FieldType;
import java.util.Locale;

/** What the values of a field are. */
enum Kind {
  TEXT,
  NUMBER,
  BOOLEAN,
  JSON,
  TIME,
  /** The ids of the affiliates that are credited with a customer. */
  AFFILIATE;

  static Kind of(FieldType type) {
    return switch (type) {
      case TEXT -> TEXT;
      case NUMBER -> NUMBER;
      case BOOLEAN -> BOOLEAN;
      case JSON -> JSON;
    };
  }

  /** Whether a condition's value is of this kind: times and ids are sent as text. */
  boolean accepts(JsonNode value) {
    return switch (this) {
      case TEXT, TIME, AFFILIATE -> value.isTextual();
      case NUMBER -> value.isNumber();
      case BOOLEAN -> value.isBoolean();
      case JSON -> value.isContainerNode();
    };
  }

  boolean allows(Operator operator) {
    return switch (operator.operand()) {
      case NONE, VALUE, LIST -> true;
      case ORDERED -> this == NUMBER || this == TIME;
      case PART -> this == TEXT || (this == JSON && operator == Operator.CONTAINS);
    };
  }

  /** The name in messages. */
  String title() {
    return name().toLowerCase(Locale.ROOT);
  }

  /** The type of a sort value in SQL. */
  String sqlType() {
    return switch (this) {
      case NUMBER -> "numeric";
      case BOOLEAN -> "boolean";
      case TIME -> "timestamptz";
      default -> "text";
    };
  }

  /** SQL that makes {@code expression} sort by code points, if it is a text. */
  String sortable(String expression) {
    return sqlType().equals("text") ? expression + " collate \"C\"" : expression;
  }
}
