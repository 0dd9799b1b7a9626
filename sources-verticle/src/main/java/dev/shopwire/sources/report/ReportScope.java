package dev.shopwire.sources.report;

import dev.shopwire.sources.events.ShownRecords;
import io.vertx.core.Future;
import io.vertx.sqlclient.SqlClient;
import java.time.Instant;
import java.util.List;
import java.util.Optional;

/**
 * The records that a report is about. Two reports of equal scopes have the same figures.
 *
 * @param workspaceId whose apps these are
 * @param apps at least one, by id
 * @param completeTo everything before it was read for all of them; empty if one has read nothing
 */
record ReportScope(long workspaceId, List<ShownRecords> apps, Optional<Instant> completeTo) {

  /** Finds the records of an app or of all apps of a workspace. */
  @FunctionalInterface
  interface Finder {
    /** Fails with 404 if there is no connection. */
    Future<ReportScope> find(SqlClient client);
  }

  static Finder ofApp(long appId) {
    return client -> ShownRecords.find(client, appId).map(app -> of(List.of(app)));
  }

  static Finder ofWorkspace(long workspaceId) {
    return client -> ShownRecords.ofWorkspace(client, workspaceId).map(ReportScope::of);
  }

  private static ReportScope of(List<ShownRecords> apps) {
    boolean known = apps.stream().allMatch(app -> app.completeTo().isPresent());
    return new ReportScope(
        apps.get(0).workspaceId(),
        apps,
        known
            ? apps.stream().flatMap(app -> app.completeTo().stream()).min(Instant::compareTo)
            : Optional.empty());
  }

  /** The end of the known time: before all instants while nothing is known. */
  Instant end() {
    return completeTo.orElse(Instant.MIN);
  }

  /** How many records are about test charges. */
  long tests() {
    return apps.stream().mapToLong(ShownRecords::tests).sum();
  }
}
