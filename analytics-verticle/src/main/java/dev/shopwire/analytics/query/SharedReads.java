package dev.shopwire.analytics.query;

import io.micrometer.core.instrument.MeterRegistry;

/** What the event loops of a process share of reads: turns, limits and meters. Thread-safe. */
public final class SharedReads {
  private final Reads.Limits limits;
  private final ReadMetrics metrics;
  private final AppTurns lookups;
  private final AppTurns scans;
  private final AppTurns replicaLookups;
  private final AppTurns replicaScans;

  public SharedReads(Reads.Limits limits, MeterRegistry registry) {
    this.limits = limits;
    metrics = new ReadMetrics(registry);
    lookups = new AppTurns(limits.lookups());
    scans = new AppTurns(limits.scans());
    replicaLookups = new AppTurns(limits.lookups());
    replicaScans = new AppTurns(limits.scans());
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
  AppTurns turns(Reads.Kind kind) {
    return kind == Reads.Kind.LOOKUP ? lookups : scans;
  }

  AppTurns replicaTurns(Reads.Kind kind) {
    return kind == Reads.Kind.LOOKUP ? replicaLookups : replicaScans;
  }
}
