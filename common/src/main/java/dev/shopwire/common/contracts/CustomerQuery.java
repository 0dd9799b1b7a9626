package dev.shopwire.common.contracts;

/**
 * An app's query for one customer, by domain, id or both.
 *
 * @param domain normalized; empty if only the id is given
 * @param id 0 if only the domain is given
 * @param contactsAfter the cursor of the previous page of contacts, 0 for the first page
 */
public record CustomerQuery(
    long workspaceId, long appId, String domain, long id, long contactsAfter) {}
