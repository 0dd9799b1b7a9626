package dev.shopwire.sources.linked.runs;

import java.time.Instant;
import java.util.Map;

/**
 * What a run has found, and what becomes of it.
 *
 * @param readAt when all of its rows had been read
 * @param badRows numbers by code
 * @param bytes that its differences take in tables, about
 */
record RunResult(
    LinkedRun run,
    RunStatus status,
    Instant readAt,
    long rows,
    Map<String, Long> badRows,
    LinkedRun.Changes changes,
    long removedRows,
    LinkedRun.GuardCheck guard,
    long bytes) {}
