package dev.shopwire.automation.runs.plans;

/** Identifies a published version of a flow, whose definition never changes. */
public record VersionKey(long flowId, int version) {}
