package dev.shopwire.sources.fence;

/** What the values of a column of a database are, as far as fields of customers can take them. */
public enum ColumnKind {
  /** Texts, UUIDs, enumerations. */
  TEXT,
  /** Dates and times without an instant, in ISO 8601. */
  TIME,
  /** Instants of MySQL, whose text has no offset: it is UTC. */
  INSTANT,
  NUMBER,
  BOOLEAN,
  /** Of MySQL: a number, or a boolean if it is 0 or 1. */
  TINY,
  /** Of MySQL: a boolean if it is 0 or 1. */
  BIT,
  JSON,
  /** All others, which no field can take. */
  OTHER
}
