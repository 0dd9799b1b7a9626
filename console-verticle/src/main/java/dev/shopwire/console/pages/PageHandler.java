package dev.shopwire.console.pages;

import io.vertx.core.Future;

/** Responds to authorized requests for a page. */
@FunctionalInterface
public interface PageHandler {
  Future<PageResponse> handle(PageRequest request);
}
