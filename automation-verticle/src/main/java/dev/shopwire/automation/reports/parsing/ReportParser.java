package dev.shopwire.automation.reports.parsing;

import dev.shopwire.automation.reports.parsing.ParsedReport.Complaint;
import dev.shopwire.automation.reports.parsing.ParsedReport.Delivery;
import dev.shopwire.automation.reports.parsing.ParsedReport.Other;
import jakarta.mail.MessagingException;
import java.io.IOException;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.Set;

/**
 * Reads a mail that may be a report. Only the structure counts that RFC 3464 and RFC 5965 require,
 * at the top of the mail; no text for people is interpreted. Takes time and memory in proportion to
 * the mail. Thread-safe; not for event loops.
 */
public final class ReportParser {
  /** Of a mail. */
  public static final int MAX_BYTES = 1 << 20;

  private static final int MAX_STATUS_BYTES = 128 << 10;
  private static final int MAX_RETURNED_BYTES = 256 << 10;
  private static final int MAX_DEPTH = 5;

  private static final String REPORT = "multipart/report";
  private static final Set<String> STATUS =
      Set.of("message/delivery-status", "message/global-delivery-status");
  private static final String FEEDBACK = "message/feedback-report";
  private static final Set<String> DISPOSITION =
      Set.of("message/disposition-notification", "message/global-disposition-notification");

  /** Mails, or their header fields. */
  private static final Set<String> RETURNED =
      Set.of(
          "message/rfc822",
          "message/global",
          "text/rfc822-headers",
          "message/rfc822-headers",
          "message/global-headers");

  private ReportParser() {}

  /**
   * Reads a whole mail.
   *
   * @throws UnparsableMail if it is none, or has too much of something
   */
  public static ParsedReport parse(byte[] mail) {
    return parse(() -> MimeEntity.ofMail(mail), mail.length);
  }

  /**
   * The same of the body of a mail whose Content-Type came elsewhere.
   *
   * @throws UnparsableMail likewise
   */
  public static ParsedReport parse(String contentType, byte[] body) {
    return parse(() -> MimeEntity.ofBody(contentType, body), body.length);
  }

  private interface Opening {
    MimeEntity open() throws MessagingException;
  }

  private static ParsedReport parse(Opening opening, int bytes) {
    if (bytes > MAX_BYTES) {
      throw new UnparsableMail("it has more than " + MAX_BYTES + " bytes");
    }
    try {
      MimeEntity mail = opening.open();
      if (mail.headers().isEmpty()) {
        throw new UnparsableMail("it has no header fields");
      }
      return read(mail);
    } catch (MessagingException | IOException e) {
      throw new UnparsableMail("its MIME structure is broken");
    } catch (UnparsableMail e) {
      throw e;
    } catch (RuntimeException e) {
      // The library reports some broken mails by the exceptions of what it does with them.
      throw new UnparsableMail("its MIME structure is broken");
    }
  }

  private static ParsedReport read(MimeEntity mail) throws MessagingException, IOException {
    if (!mail.type().equals(REPORT)) {
      return new Other(kind(mail));
    }
    List<MimeEntity> parts = mail.parts();
    Optional<MimeEntity> second = parts.stream().skip(1).findFirst();
    String type = second.map(MimeEntity::type).orElse("");
    if (STATUS.contains(type) && isReportType(mail, "delivery-status")) {
      return delivery(mail, second.orElseThrow(), parts);
    }
    if (type.equals(FEEDBACK) && isReportType(mail, "feedback-report")) {
      return feedback(mail, second.orElseThrow(), parts);
    }
    return new Other(DISPOSITION.contains(type) ? OtherMail.DISPOSITION : kind(mail));
  }

  /** Some servers leave the parameter out. */
  private static boolean isReportType(MimeEntity mail, String expected) {
    String given = mail.typeParameter("report-type");
    return given.isEmpty() || given.equals(expected) || given.equals("global-" + expected);
  }

  private static ParsedReport delivery(MimeEntity mail, MimeEntity status, List<MimeEntity> parts)
      throws MessagingException, IOException {
    List<RecipientStatus> statuses = StatusFields.read(status.content(MAX_STATUS_BYTES));
    if (statuses.isEmpty()) {
      throw new UnparsableMail("its delivery status names no recipient");
    }
    return new Delivery(EvidenceReader.read(mail, returned(parts)), statuses);
  }

  private static ParsedReport feedback(MimeEntity mail, MimeEntity feedback, List<MimeEntity> parts)
      throws MessagingException, IOException {
    BoundedHeaders fields = feedback.contentAsMail(MAX_STATUS_BYTES).headers();
    String type = fields.first("Feedback-Type").orElse("").toLowerCase(Locale.ROOT);
    if (!type.equals("abuse")) {
      return new Other(OtherMail.OTHER_FEEDBACK);
    }
    return new Complaint(
        EvidenceReader.read(mail, returned(parts), fields),
        StatusFields.addresses(fields, "Original-Rcpt-To"));
  }

  private static Optional<BoundedHeaders> returned(List<MimeEntity> parts)
      throws MessagingException, IOException {
    Optional<MimeEntity> part = parts.stream().skip(2).filter(ReportParser::isReturned).findFirst();
    return part.isEmpty()
        ? Optional.empty()
        : Optional.of(part.get().contentAsMail(MAX_RETURNED_BYTES).headers());
  }

  private static boolean isReturned(MimeEntity part) {
    return RETURNED.contains(part.type());
  }

  private static OtherMail kind(MimeEntity mail) throws MessagingException, IOException {
    if (containsReport(mail, MAX_DEPTH)) {
      return OtherMail.FORWARDED_REPORT;
    }
    return AutoReplies.isOne(mail.headers()) ? OtherMail.AUTO_REPLY : OtherMail.NOT_A_REPORT;
  }

  private static boolean containsReport(MimeEntity mail, int depth)
      throws MessagingException, IOException {
    if (depth == 0) {
      return false;
    }
    for (MimeEntity part : mail.parts()) {
      boolean isMail = part.type().equals("message/rfc822") || part.type().equals("message/global");
      MimeEntity inner = isMail ? part.contentAsMail(MAX_BYTES) : part;
      if (inner.type().equals(REPORT)
          || STATUS.contains(inner.type())
          || inner.type().equals(FEEDBACK)
          || containsReport(inner, depth - 1)) {
        return true;
      }
    }
    return false;
  }
}
