package dev.shopwire.console.timeline;

import dev.shopwire.common.contracts.Timeline.Part;
import dev.shopwire.common.contracts.Timeline.Request;
import io.vertx.core.Future;
import java.util.List;

/**
 * Where entries of a timeline come from.
 *
 * @param name the role
 * @param types of its entries
 */
record TimelineSource(String name, List<String> types, Read read) {

  /** Reads a part of a timeline. */
  @FunctionalInterface
  interface Read {
    /**
     * @param workspaceId of the customer
     */
    Future<Part> apply(long workspaceId, Request request);
  }
}
