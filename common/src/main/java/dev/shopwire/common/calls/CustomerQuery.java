package dev.shopwire.common.calls;

/**
 * An app asks for one customer.
 *
 * @param shop a domain, or the customer's own id in digits
 * @param parameter what the caller called it
 */
public record CustomerQuery(int workspaceId, int appId, String shop, String parameter) {}
