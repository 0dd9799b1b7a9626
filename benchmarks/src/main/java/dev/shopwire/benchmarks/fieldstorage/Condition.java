package dev.shopwire.benchmarks.fieldstorage;

/** The conditions by which customers are selected. */
enum Condition {
  COMMON("seats gte 100 AND plan = 'pro'", 100, "pro"),
  RARE("seats gte 990 AND plan = 'enterprise'", 990, "enterprise"),
  BOOLEAN("active = true", 0, "");

  private final String title;
  private final int seats;
  private final String plan;

  Condition(String title, int seats, String plan) {
    this.title = title;
    this.seats = seats;
    this.plan = plan;
  }

  String title() {
    return title;
  }

  /** Replaces the placeholders for the compared values in {@code sql}. */
  String fill(String sql) {
    return sql.replace("{least}", Integer.toString(seats)).replace("{name}", plan);
  }
}
