package dev.shopwire.analytics.query;

import io.micrometer.core.instrument.MeterRegistry;

/** What the event loops of a process share of reads: turns, limits and meters. Thread-safe. */
public final class SharedReads {
  private final Reads.Limits limits;
  private final ReadMetrics metrics;
  private final FairScheduler lookups;
  private final FairScheduler scans;
  private final FairScheduler replicaLookups;
  private final FairScheduler replicaScans;

  public SharedReads(Reads.Limits limits, MeterRegistry registry) {
    this.limits = limits;
    metrics = new ReadMetrics(registry);
    lookups = new FairScheduler(limits.lookups());
    scans = new FairScheduler(limits.scans());
    replicaLookups = new FairScheduler(limits.lookups());
    replicaScans = new FairScheduler(limits.scans());
    ReadMetrics.show(registry, "lookup", lookups, replicaLookups);
    ReadMetrics.show(registry, "scan", scans, replicaScans);
  }

  Reads.Limits limits() {
    return limits;
  }

  ReadMetrics metrics() {
    return metrics;
  }

  ReadBudget budget() {
    return new ReadBudget(limits.call(), metrics);
  }

  /** Of the primary. */
  FairScheduler turns(Reads.Kind kind) {
    return kind == Reads.Kind.LOOKUP ? lookups : scans;
  }

  FairScheduler replicaTurns(Reads.Kind kind) {
    return kind == Reads.Kind.LOOKUP ? replicaLookups : replicaScans;
  }
}
