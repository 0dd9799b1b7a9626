package dev.shopwire.automation.reports.parsing;

import java.util.List;

/**
 * Where a report may name its mail; nothing of it is verified.
 *
 * @param addresses texts in which the mail's envelope sender may stand
 * @param unsubscribeTokens of links in the returned header fields
 * @param messageIds in the returned header fields: those of our own field, then of Message-ID
 */
public record Evidence(
    List<String> addresses, List<String> unsubscribeTokens, List<Long> messageIds) {}
