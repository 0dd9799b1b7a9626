package dev.shopwire.app.console.sample;

import java.util.Map;

/** Segments of a sample: a tracked one, one that nests it, and one that uses a private field. */
record SampleSegments(Sample sample) {
  void create() {
    segment(
        Map.of(
            "name",
            "Power users",
            "description",
            "Shops that export much, on a plan that we can raise.",
            "text",
            "cf:report-builder/plan in (\"starter\", \"pro\")"
                + " AND event:report_exported count gte 3 within 90d where (rows gt 10)"
                + " AND (cf:seats gte 5 OR contact where (role = \"owner\"))",
            "tracked",
            true,
            "public",
            true));
    segment(
        Map.of(
            "name", "Quiet shops",
            "text", "lastSeenAt before 30d ago AND NOT segment:\"Power users\""));
    segment(Map.of("name", "Large shops", "text", "cf:segment = \"large\""));
  }

  private void segment(Map<String, ?> segment) {
    sample.api().post(sample.path("/segments"), segment);
  }
}
