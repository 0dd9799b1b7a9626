package dev.shopwire.common.calls;

/**
 * An app asks for one customer.
 *
 * @param shop a domain, or the customer's own id in digits
 * @param parameter what the caller called it
 * @param contactsAfter the cursor of the page of contacts before, 0 for the first page
 */
public record CustomerQuery(
    int workspaceId, int appId, String shop, String parameter, long contactsAfter) {}
