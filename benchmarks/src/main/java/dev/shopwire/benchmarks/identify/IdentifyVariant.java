package dev.shopwire.benchmarks.identify;

import dev.shopwire.benchmarks.measure.Variant;

/** The measured variants, in the order of a round; all use 64 connections. */
enum IdentifyVariant implements Variant {
  UNCHANGED("identify, nothing changed"),
  SQL_SELECT("SQL: select of one customer by domain"),
  CHANGING("identify, 2 of 10 fields changed"),
  SQL_UPSERT("SQL: upsert of one customer with a jsonb column");

  private final String title;

  IdentifyVariant(String title) {
    this.title = title;
  }

  @Override
  public String title() {
    return title;
  }

  @Override
  public int connections() {
    return 64;
  }
}
