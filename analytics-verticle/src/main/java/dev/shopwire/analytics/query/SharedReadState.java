package dev.shopwire.analytics.query;

import io.micrometer.core.instrument.MeterRegistry;

/** The schedulers, limits and metrics of reads that a process shares. Thread-safe. */
public final class SharedReadState {
  /** About four overviews of 60 days with a million shops each. */
  private static final long CACHE_BYTES = 32 << 20;

  private final Reads.Limits limits;
  private final ReadMetrics metrics;
  private final FairScheduler lookups;
  private final FairScheduler scans;
  private final FairScheduler replicaLookups;
  private final FairScheduler replicaScans;
  private final ReadCache cache;

  public SharedReadState(Reads.Limits limits, MeterRegistry registry) {
    this.limits = limits;
    metrics = new ReadMetrics(registry);
    lookups = new FairScheduler(limits.lookups());
    scans = new FairScheduler(limits.scans());
    replicaLookups = new FairScheduler(limits.lookups());
    replicaScans = new FairScheduler(limits.scans());
    cache = new ReadCache(CACHE_BYTES, registry);
    ReadMetrics.register(registry, "lookup", lookups, replicaLookups);
    ReadMetrics.register(registry, "scan", scans, replicaScans);
  }

  Reads.Limits limits() {
    return limits;
  }

  ReadMetrics metrics() {
    return metrics;
  }

  ReadCache cache() {
    return cache;
  }

  ReadBudget budget() {
    return new ReadBudget(limits.request(), metrics);
  }

  /** The budget of opening an export, which takes no connection from other reads. */
  ReadBudget exportBudget() {
    ReadBudget.Limits limit = limits.request();
    return new ReadBudget(
        new ReadBudget.Limits(ExportReads.TIME, limit.rows(), limit.bytes()), metrics);
  }

  /** The scheduler of the primary's connections. */
  FairScheduler scheduler(Reads.Kind kind) {
    return kind == Reads.Kind.LOOKUP ? lookups : scans;
  }

  FairScheduler replicaScheduler(Reads.Kind kind) {
    return kind == Reads.Kind.LOOKUP ? replicaLookups : replicaScans;
  }
}
