package dev.shopwire.common.contracts;

/**
 * An app's query for one customer, by domain, id or both.
 *
 * @param domain normalized; empty if only the id is given
 * @param id 0 if only the domain is given
 * @param contactsAfter the cursor of the previous page of contacts, 0 for the first page
 * @param withSegments whether the segments that the app may see are wanted too
 */
public record CustomerQuery(
    long workspaceId,
    long appId,
    String domain,
    long id,
    long contactsAfter,
    boolean withSegments) {}
