package dev.shopwire.ingest.events;

import com.fasterxml.jackson.annotation.JsonInclude;
import dev.shopwire.common.failure.Fault;
import dev.shopwire.ingest.events.UsageEventRequest.Rejection;
import java.util.List;

/**
 * The answer of docs/api/events.md; {@code warnings} only where there are any (docs/api/README.md).
 */
record UsageEventResponse(
    boolean success,
    int accepted,
    int duplicates,
    List<Rejection> rejected,
    @JsonInclude(JsonInclude.Include.NON_EMPTY) List<Fault> warnings) {

  static UsageEventResponse of(
      int accepted, int duplicates, List<Rejection> rejected, List<Fault> warnings) {
    return new UsageEventResponse(true, accepted, duplicates, rejected, warnings);
  }
}
