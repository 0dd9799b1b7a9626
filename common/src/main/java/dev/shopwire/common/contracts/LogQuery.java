package dev.shopwire.common.contracts;

import dev.shopwire.common.access.Caller;

/**
 * A console query for one page of the attribution log.
 *
 * @param workspaceId from the path
 * @param take how many rows, from 1 to 1,000
 * @param before the id of the last row of the previous page, 0 for the first page
 * @param app a slug, empty for all
 * @param shop a domain, empty for all
 * @param code in any letter case, empty for all
 * @param caller who makes the request
 */
public record LogQuery(
    long workspaceId, int take, long before, String app, String shop, String code, Caller caller) {}
