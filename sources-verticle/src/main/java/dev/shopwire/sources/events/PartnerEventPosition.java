package dev.shopwire.sources.events;

import dev.shopwire.common.failure.Failure;
import dev.shopwire.common.query.PageCursors;
import dev.shopwire.common.query.Query;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.Optional;

/** A position in the list: that of a record. */
record PartnerEventPosition(Instant at, String stream, String key) {

  /** The form that clients get. */
  String encode(PageCursors list) {
    return list.encode(ChronoUnit.MICROS.between(Instant.EPOCH, at) + " " + stream + " " + key);
  }

  /**
   * Reads the position from the parameter {@code cursor}, if present.
   *
   * @throws Failure 422 {@code invalid_cursor} if it was not issued for this list
   */
  static Optional<PartnerEventPosition> read(Query query, PageCursors list) {
    return list.read(query)
        .map(
            text -> {
              // Names of streams have no spaces, keys may.
              String[] parts = text.split(" ", 3);
              Instant at = Instant.EPOCH.plus(Long.parseLong(parts[0]), ChronoUnit.MICROS);
              return new PartnerEventPosition(at, parts[1], parts[2]);
            });
  }
}
