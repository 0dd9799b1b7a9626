package dev.shopwire.sources.pull;

import dev.shopwire.sources.connections.StreamState.Counts;
import dev.shopwire.sources.dialects.MappedNode;
import dev.shopwire.sources.dialects.MappedNode.Outcome;
import dev.shopwire.sources.pull.RecordTable.ChangedRow;
import dev.shopwire.sources.records.RecordKind;
import java.time.Instant;
import java.util.Optional;

/** Counts what a pass stores. Not thread-safe. */
final class PassCounts {
  private long records;
  private long tests;
  private long unattributed;
  private long rejected;
  private long duplicates;
  private long late;
  private long changed;
  private long read;
  private Optional<Instant> watermark = Optional.empty();

  /** Counts mapped nodes of a page, and notes their latest time. */
  void read(MappedNode node) {
    if (node.outcome() == Outcome.RECORD) {
      read++;
      if (watermark.isEmpty() || node.at().orElseThrow().isAfter(watermark.get())) {
        watermark = node.at();
      }
    }
  }

  void added(MappedNode node, Optional<Instant> watermarkBefore) {
    count(of(node), 1);
    if (node.outcome() == Outcome.RECORD
        && watermarkBefore.filter(mark -> node.at().orElseThrow().isBefore(mark)).isPresent()) {
      late++;
    }
  }

  void duplicate() {
    duplicates++;
  }

  void changed(ChangedRow before, MappedNode after) {
    changed++;
    count(before, -1);
    count(of(after), 1);
  }

  private static ChangedRow of(MappedNode node) {
    return new ChangedRow(
        node.outcome().id(),
        node.details().test(),
        node.kind().map(RecordKind::id),
        node.shop().map(shop -> shop.key()));
  }

  private void count(ChangedRow row, int sign) {
    if (row.outcome().equals(Outcome.REJECTED.id())) {
      rejected += sign;
    }
    if (row.outcome().equals(Outcome.RECORD.id())) {
      records += sign;
      tests += row.isTest() ? sign : 0;
      boolean isMoney = row.kind().flatMap(RecordKind::of).filter(RecordKind::isMoney).isPresent();
      unattributed += row.shop().isEmpty() && !isMoney ? sign : 0;
    }
  }

  Counts counts() {
    return new Counts(records, tests, unattributed, rejected, duplicates, late, changed);
  }

  /** Mapped records that were read, each as often as it was. */
  long read() {
    return read;
  }

  /** The time of the latest record that was read. */
  Optional<Instant> watermark() {
    return watermark;
  }
}
