package dev.shopwire.automation.reads;

import io.vertx.sqlclient.SqlConnection;
import java.time.Instant;

/**
 * A read-only transaction that sees one moment.
 *
 * @param at what conditions are evaluated at: when the snapshot was taken, by PostgreSQL's clock
 */
public record Snapshot(SqlConnection connection, Instant at) {}
