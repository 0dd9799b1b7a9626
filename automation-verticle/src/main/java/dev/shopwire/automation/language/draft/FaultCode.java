package dev.shopwire.automation.language.draft;

import java.util.Locale;

/** What can be wrong with a condition; the ids are those of the API. */
public enum FaultCode {
  SYNTAX_ERROR,
  UNKNOWN_CONDITION,
  UNKNOWN_FIELD,
  AMBIGUOUS_FIELD,
  UNKNOWN_APP,
  UNKNOWN_SEGMENT,
  SEGMENT_CYCLE,
  UNKNOWN_AFFILIATE,
  AMBIGUOUS_AFFILIATE,
  OPERATOR_NOT_ALLOWED,
  TYPE_MISMATCH,
  INVALID_VALUE,
  /** As everywhere in bodies: a string of the JSON has U+0000 or an unpaired surrogate. */
  INVALID_TEXT,
  TOO_LONG,
  TOO_DEEP,
  TOO_MANY_CONDITIONS,
  TOO_MANY_VALUES,
  NESTED_TOO_DEEP;

  public String id() {
    return name().toLowerCase(Locale.ROOT);
  }
}
