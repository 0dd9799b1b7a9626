package dev.shopwire.benchmarks.conditions;

/** The conditions whose members are counted, with how long that may take. */
enum Preview {
  STANDARD("two fields and an event", "event:report_exported performed within 30d", 300),
  COUNT("count gte 3", "event:report_exported count gte 3 within 30d", 500),
  NEGATION("NOT before the event", "NOT event:report_exported performed within 30d", 500),
  CONTACT("a contact for the event", "contact where (role = \"owner\")", 500),
  LAST_SEEN("last seen", 300, "lastSeenAt before 30d ago AND cf:plan in (\"pro\", \"enterprise\")"),
  DATE("a date in a text field", 300, "cf:renews_on within next 7d");

  private final String title;
  private final double millis;
  private final String text;

  Preview(String title, double millis, String text) {
    this.title = title;
    this.millis = millis;
    this.text = text;
  }

  /** The standard condition with another last part. */
  Preview(String title, String part, double millis) {
    this(title, millis, "cf:seats gte 100 AND cf:plan = \"pro\" AND " + part);
  }

  String title() {
    return title;
  }

  String text() {
    return text;
  }

  double millis() {
    return millis;
  }
}
