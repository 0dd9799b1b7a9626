package dev.shopwire.common.contracts;

/**
 * The console asks for a page of the attribution log.
 *
 * @param workspaceId from the path
 * @param take how many rows, from 1 to 1,000
 * @param before the id of the last row of the page before, 0 for the first page
 * @param app a slug, empty for all
 * @param shop a domain, empty for all
 * @param code in any case, empty for all
 */
public record LogQuery(
    long workspaceId, int take, long before, String app, String shop, String code) {}
