package dev.shopwire.automation.explain;

import io.vertx.core.Future;

/** Reads the facts about one customer that one leaf tests. Each kind of leaf has one. */
interface LeafFacts {
  Future<Facts> read(Subject subject);
}
