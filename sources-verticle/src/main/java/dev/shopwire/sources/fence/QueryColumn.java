package dev.shopwire.sources.fence;

/**
 * A column of a query.
 *
 * @param databaseType as the database names it
 */
public record QueryColumn(String name, String databaseType, ColumnKind kind) {}
