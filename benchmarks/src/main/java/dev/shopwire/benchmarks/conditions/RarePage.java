package dev.shopwire.benchmarks.conditions;

/** Conditions that few of a million customers satisfy. */
enum RarePage {
  FIELDS("two fields", "cf:seats gte 993 AND cf:plan = \"enterprise\""),
  FIELD_OF_EXPORTERS(
      "a field and an event", "cf:seats gte 999 AND event:report_exported performed within 30d"),
  RARE_EVENT("events of one hour", "event:plan_upgraded performed within 1h"),
  EMAIL("an e-mail address", "email = \"owner@alpine-5.example\"");

  private final String title;
  private final String text;

  RarePage(String title, String text) {
    this.title = title;
    this.text = text;
  }

  String title() {
    return title;
  }

  String text() {
    return text;
  }
}
