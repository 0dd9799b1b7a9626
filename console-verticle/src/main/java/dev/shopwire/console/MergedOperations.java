package dev.shopwire.console;

import dev.shopwire.common.query.Query;
import dev.shopwire.console.auth.Callers;

/** The operations whose responses consist of the parts of several roles. */
final class MergedOperations {
  private final MergedReads reads;

  MergedOperations(MergedReads reads) {
    this.reads = reads;
  }

  void addTo(ConsoleOperations operations, ConsoleHandlers handlers) {
    operations
        .on(
            "getCustomerTimeline",
            handlers.read(
                context ->
                    reads
                        .timeline()
                        .read(
                            PathIds.of(context),
                            Query.first(context.queryParams()),
                            Callers.of(context))))
        .on(
            "getOverview",
            handlers.read(
                context ->
                    reads
                        .overview()
                        .read(
                            PathIds.of(context),
                            Query.first(context.queryParams()),
                            Callers.of(context))))
        .on("getSystem", handlers.read(context -> reads.system().read(Callers.of(context))));
  }
}
