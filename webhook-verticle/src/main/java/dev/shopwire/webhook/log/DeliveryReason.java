package dev.shopwire.webhook.log;

/**
 * One thing that decided whether a request was sent.
 *
 * @param code stable, for programs
 * @param message for a person
 */
record DeliveryReason(String code, String message) {}
