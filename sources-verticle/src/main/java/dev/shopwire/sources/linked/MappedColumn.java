package dev.shopwire.sources.linked;

/** A column of a query, and the field that takes its values. */
public record MappedColumn(String column, String field, ValueType type, ValueScope scope) {}
