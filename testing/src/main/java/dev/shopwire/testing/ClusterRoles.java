package dev.shopwire.testing;

import java.util.List;

/** The roles of the processes of a test's cluster. */
public final class ClusterRoles {
  /** Together all of them, for tests that run in six processes. */
  public static final List<String> OF_TESTS =
      List.of(
          "ingest",
          "ingest",
          "console",
          "enrichment",
          "analytics,attribution",
          "automation,sources,webhook");

  private ClusterRoles() {}
}
