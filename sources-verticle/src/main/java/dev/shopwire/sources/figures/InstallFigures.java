package dev.shopwire.sources.figures;

import dev.shopwire.sources.lifecycle.Span;
import dev.shopwire.sources.lifecycle.Transition;
import java.time.Instant;
import java.util.List;

/** Counts installs and uninstalls, and who has the app installed. Not thread-safe. */
final class InstallFigures {
  private final Boundaries starts;
  private final Boundaries ends;
  private final Counts installs;
  private final Counts reinstalls;
  private final Counts uninstalls;
  private final Counts active;
  private final Counts activeAtStart;

  InstallFigures(Boundaries starts, Boundaries ends) {
    this.starts = starts;
    this.ends = ends;
    this.installs = new Counts(ends.size());
    this.reinstalls = new Counts(ends.size());
    this.uninstalls = new Counts(ends.size());
    this.active = new Counts(ends.size());
    this.activeAtStart = new Counts(ends.size());
  }

  void add(PairHistory pair) {
    count(pair.transitions());
    Instant from = Instant.MAX;
    Instant to = Instant.MIN;
    for (Span span : pair.spans()) {
      if (span.installed()) {
        // Spans that follow each other are one.
        if (!to.equals(span.from())) {
          addActive(from, to);
          from = span.from();
        }
        to = span.to();
      }
    }
    addActive(from, to);
  }

  private void addActive(Instant from, Instant to) {
    if (from.isBefore(to)) {
      long begin = Boundaries.nanos(from);
      long end = Boundaries.nanos(to);
      active.add(ends.after(begin), ends.after(end), 1);
      activeAtStart.add(starts.after(begin), starts.after(end), 1);
    }
  }

  private void count(List<Transition> transitions) {
    for (Transition transition : transitions) {
      if (transition.counted() != Transition.Counted.NOTHING) {
        long at = Boundaries.nanos(transition.at());
        int bucket = starts.after(at) - 1;
        if (bucket >= 0 && at < ends.at(bucket)) {
          count(transition, bucket);
        }
      }
    }
  }

  private void count(Transition transition, int bucket) {
    switch (transition.counted()) {
      case UNINSTALL -> uninstalls.add(bucket, bucket + 1, 1);
      case INSTALL -> installs.add(bucket, bucket + 1, 1);
      case REINSTALL -> {
        installs.add(bucket, bucket + 1, 1);
        reinstalls.add(bucket, bucket + 1, 1);
      }
      case NOTHING -> {}
    }
  }

  long[] totals(Metric metric) {
    return switch (metric) {
      case INSTALLS -> installs.totals();
      case REINSTALLS -> reinstalls.totals();
      case UNINSTALLS -> uninstalls.totals();
      case ACTIVE_INSTALLS -> active.totals();
      case NET_INSTALLS -> {
        long[] net = active.totals();
        long[] before = activeAtStart.totals();
        for (int i = 0; i < net.length; i++) {
          net[i] -= before[i];
        }
        yield net;
      }
      default -> throw new IllegalArgumentException(metric.id());
    };
  }
}
