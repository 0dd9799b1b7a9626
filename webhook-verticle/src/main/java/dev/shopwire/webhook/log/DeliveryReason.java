package dev.shopwire.webhook.log;

/**
 * One reason why a request was sent or not.
 *
 * @param code stable and machine-readable
 * @param message human-readable
 */
record DeliveryReason(String code, String message) {}
