package dev.shopwire.sources.requests;

import com.fasterxml.jackson.databind.JsonNode;
import java.time.Duration;
import java.util.List;
import java.util.Optional;

/** What a response means for the pass that asked for it. */
public sealed interface Reply {

  /**
   * A complete page.
   *
   * @param cursor of the next page; null if there is none
   */
  record Page(List<JsonNode> nodes, boolean hasMore, JsonNode cursor) implements Reply {}

  /**
   * The request is to be sent again.
   *
   * @param retryAfter how long the platform wants no requests
   * @param limitsBucket whether that concerns all connections of the token bucket
   * @param lacksItems whether it is a correct response of another form than the dialect says
   */
  record Again(
      Problem problem, Optional<Duration> retryAfter, boolean limitsBucket, boolean lacksItems)
      implements Reply {}

  /** The pass has to begin anew. */
  record Restart(Problem problem) implements Reply {}

  /** Nothing more may be sent. */
  record Stop(Problem problem) implements Reply {}
}
