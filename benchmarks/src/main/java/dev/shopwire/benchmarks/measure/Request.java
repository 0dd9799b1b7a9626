package dev.shopwire.benchmarks.measure;

import io.vertx.core.buffer.Buffer;

/**
 * One call of the service.
 *
 * @param kind what latencies are told apart by; empty if by nothing
 * @param body of a POST; empty for a GET
 * @param operations that it counts for
 * @param expected what the answer contains
 */
record Request(
    String kind, String method, String path, Buffer body, int operations, String expected) {}
