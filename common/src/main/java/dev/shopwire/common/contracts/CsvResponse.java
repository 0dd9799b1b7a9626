package dev.shopwire.common.contracts;

/**
 * An export that an edge sends unchanged.
 *
 * @param csv RFC 4180, with a header line
 */
public record CsvResponse(String csv) {}
