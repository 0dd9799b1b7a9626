package dev.shopwire.automation.explain;

import com.fasterxml.jackson.databind.node.ObjectNode;
import java.time.Instant;
import java.util.Optional;

/** A node of an explanation. Complete once its leaves have been read. */
sealed interface ExplainedCondition
    permits ExplainedGroup, ExplainedLeaf, ExplainedNegation, ExplainedSegment {
  boolean result();

  /** When time alone can next change the result, never later than it does. */
  Optional<Instant> nextChange();

  ObjectNode json();
}
