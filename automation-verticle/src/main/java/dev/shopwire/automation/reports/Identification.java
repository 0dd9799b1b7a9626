package dev.shopwire.automation.reports;

import dev.shopwire.automation.composition.BounceAddresses;
import dev.shopwire.automation.composition.BounceAddresses.Found;
import dev.shopwire.automation.reports.ReportOutcome.Reason;
import dev.shopwire.automation.reports.parsing.Evidence;
import dev.shopwire.automation.reports.parsing.ParsedReport;
import dev.shopwire.automation.reports.parsing.ParsedReport.Complaint;
import dev.shopwire.automation.reports.parsing.ParsedReport.Delivery;
import dev.shopwire.automation.reports.parsing.ParsedReport.Other;
import dev.shopwire.common.mail.UnsubscribeLink;
import dev.shopwire.common.mail.UnsubscribeTokens;
import java.util.List;
import java.util.UUID;

/**
 * Finds out which mail a report is about: by the signed address to which it went, else by the
 * encrypted link of the mail that came back, else by the ids in its header fields, which prove
 * nothing. Thread-safe.
 */
final class Identification {
  private final BounceAddresses addresses;
  private final UnsubscribeTokens links;

  Identification(UUID installation) {
    this.addresses = new BounceAddresses(installation);
    this.links = UnsubscribeTokens.of(installation);
  }

  /** The ids of mails, or why there are none. */
  private record Named(List<Long> ids, boolean isProven, Reason otherwise) {}

  /** What a report claims, or why it is ignored. */
  Item identify(ParsedReport report, long workspaceId, Source source) {
    if (report instanceof Other other) {
      return Item.of(ReportOutcome.ignored(other.kind()));
    }
    if (report instanceof Delivery delivery) {
      Named named = named(delivery.evidence(), workspaceId, source, Claim.Kind.BOUNCE);
      return named.ids().isEmpty()
          ? Item.of(ReportOutcome.ignored(named.otherwise()))
          : Item.of(Claim.bounce(named.ids(), named.isProven(), delivery.statuses()));
    }
    Complaint complaint = (Complaint) report;
    Named named = named(complaint.evidence(), workspaceId, source, Claim.Kind.COMPLAINT);
    return named.ids().isEmpty()
        ? Item.of(ReportOutcome.ignored(named.otherwise()))
        : Item.of(Claim.complaint(named.ids(), named.isProven(), complaint.recipients()));
  }

  private Named named(Evidence evidence, long workspaceId, Source source, Claim.Kind kind) {
    Found found = addresses.find(String.join(" ", evidence.addresses()));
    if (!found.messageIds().isEmpty()) {
      return new Named(found.messageIds(), true, Reason.UNKNOWN_MESSAGE);
    }
    if (found.isForged()) {
      return new Named(List.of(), false, Reason.FORGED);
    }
    List<Long> linked =
        evidence.unsubscribeTokens().stream()
            .flatMap(token -> links.decode(token).stream())
            .filter(link -> link.workspaceId() == workspaceId && link.messageId() > 0)
            .map(UnsubscribeLink::messageId)
            .toList();
    if (!linked.isEmpty()) {
      return new Named(linked, true, Reason.UNKNOWN_MESSAGE);
    }
    boolean isTrusted = source.trustsIds(kind) || evidence.messageIds().isEmpty();
    return isTrusted
        ? new Named(evidence.messageIds(), false, Reason.UNKNOWN_MESSAGE)
        : new Named(List.of(), false, Reason.UNPROVEN);
  }
}
