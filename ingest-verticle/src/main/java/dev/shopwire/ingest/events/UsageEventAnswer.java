package dev.shopwire.ingest.events;

import com.fasterxml.jackson.annotation.JsonInclude;
import dev.shopwire.common.failure.Fault;
import dev.shopwire.ingest.events.UsageEventRequest.Rejection;
import java.util.List;

/** The answer of contract §6; {@code warnings} only where there are any (§1). */
record UsageEventAnswer(
    boolean success,
    int accepted,
    int duplicates,
    List<Rejection> rejected,
    @JsonInclude(JsonInclude.Include.NON_EMPTY) List<Fault> warnings) {

  static UsageEventAnswer of(
      int accepted, int duplicates, List<Rejection> rejected, List<Fault> warnings) {
    return new UsageEventAnswer(true, accepted, duplicates, rejected, warnings);
  }
}
