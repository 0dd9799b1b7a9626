package dev.shopwire.benchmarks.measure;

import io.vertx.core.buffer.Buffer;

/**
 * One HTTP request to the service.
 *
 * @param kind the kind under which its latency is also recorded; empty for none
 * @param body the body of a POST; empty for a GET
 * @param operations how many operations it counts as
 * @param expected text that the response contains
 */
record Request(
    String kind, String method, String path, Buffer body, int operations, String expected) {}
