package dev.shopwire.common.contracts;

/**
 * An app asks for one customer, by its domain, its id or both.
 *
 * @param domain normalised; empty if the id alone is given
 * @param id 0 if the domain alone is given
 * @param contactsAfter the cursor of the page of contacts before, 0 for the first page
 */
public record CustomerQuery(
    int workspaceId, int appId, String domain, long id, long contactsAfter) {}
