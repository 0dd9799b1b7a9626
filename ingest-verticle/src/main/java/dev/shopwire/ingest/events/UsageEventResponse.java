package dev.shopwire.ingest.events;

import com.fasterxml.jackson.annotation.JsonInclude;
import dev.shopwire.common.failure.ValidationError;
import dev.shopwire.ingest.events.UsageEventRequest.Rejection;
import java.util.List;

/**
 * The response of docs/api/events.md; {@code warnings} is left out if empty (docs/api/README.md).
 */
record UsageEventResponse(
    boolean success,
    int accepted,
    int duplicates,
    List<Rejection> rejected,
    @JsonInclude(JsonInclude.Include.NON_EMPTY) List<ValidationError> warnings) {

  static UsageEventResponse of(
      int accepted, int duplicates, List<Rejection> rejected, List<ValidationError> warnings) {
    return new UsageEventResponse(true, accepted, duplicates, rejected, warnings);
  }
}
