package dev.shopwire.automation.reports.parsing;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;

/** Collects where a report may name its mail. */
final class EvidenceReader {
  private static final int MAX_VALUES = 10;

  /** To whom a report went: the envelope sender of the mail. */
  private static final List<String> ENVELOPE =
      List.of(
          "To",
          "Delivered-To",
          "X-Original-To",
          "Envelope-To",
          "X-Envelope-To",
          "X-Delivered-To",
          "Original-Recipient");

  private static final Pattern UNSUBSCRIBE = Pattern.compile("/unsubscribe/([A-Za-z0-9_-]+)>");

  private EvidenceReader() {}

  /**
   * @param returned the header fields of the mail that came back
   */
  static Evidence read(MimeEntity report, Optional<BoundedHeaders> returned) {
    List<String> addresses = new ArrayList<>(all(report.headers(), ENVELOPE));
    returned.ifPresent(fields -> addresses.addAll(fields.all("Return-Path", MAX_VALUES)));
    return new Evidence(
        List.copyOf(addresses),
        returned.map(EvidenceReader::unsubscribeTokens).orElse(List.of()),
        returned.map(EvidenceReader::messageIds).orElse(List.of()));
  }

  /**
   * @param feedback the fields of a feedback report
   */
  static Evidence read(
      MimeEntity report, Optional<BoundedHeaders> returned, BoundedHeaders feedback) {
    Evidence found = read(report, returned);
    List<String> addresses = new ArrayList<>(found.addresses());
    addresses.addAll(feedback.all("Original-Mail-From", MAX_VALUES));
    return new Evidence(List.copyOf(addresses), found.unsubscribeTokens(), found.messageIds());
  }

  private static List<String> all(BoundedHeaders fields, List<String> names) {
    return names.stream().flatMap(name -> fields.all(name, MAX_VALUES).stream()).toList();
  }

  private static List<String> unsubscribeTokens(BoundedHeaders returned) {
    return returned.all("List-Unsubscribe", MAX_VALUES).stream()
        .map(UNSUBSCRIBE::matcher)
        .filter(Matcher::find)
        .map(found -> found.group(1))
        .toList();
  }

  private static List<Long> messageIds(BoundedHeaders returned) {
    return Stream.of("X-Shopwire-Message", "Message-ID")
        .flatMap(name -> returned.all(name, 1).stream())
        .flatMap(value -> MessageIds.read(value).stream())
        .distinct()
        .toList();
  }
}
