package dev.shopwire.automation.reports.parsing;

import dev.shopwire.automation.mail.message.InvalidAddress;
import dev.shopwire.automation.mail.message.MailAddress;
import jakarta.mail.MessagingException;
import java.io.ByteArrayInputStream;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.regex.Pattern;
import java.util.stream.Stream;

/** Reads the fields of a delivery status (RFC 3464, section 2; RFC 6533, section 3). */
final class StatusFields {
  private static final int MAX_BLOCKS = 200;
  private static final int MAX_RECIPIENTS = 10;
  private static final int MAX_DIAGNOSTIC = 500;
  private static final String UNSPECIFIC = ".0.0";

  /** Of RFC 3461, as {@code +2B}. */
  private static final Pattern XTEXT = Pattern.compile("\\+([0-9A-F]{2})");

  /** Of RFC 6533, as <code>\x{E9}</code>. */
  private static final Pattern UNITEXT = Pattern.compile("\\\\x\\{([0-9A-Fa-f]{2,6})}");

  private StatusFields() {}

  /**
   * The recipients of whom it says what became of the mail. Some servers leave out the empty line
   * after the fields of the mail.
   */
  static List<RecipientStatus> read(byte[] fields) throws MessagingException {
    ByteArrayInputStream in = new ByteArrayInputStream(fields);
    List<RecipientStatus> statuses = new ArrayList<>();
    for (int i = 0; in.available() > 0; i++) {
      if (i == MAX_BLOCKS) {
        throw new UnparsableMail("its delivery status has more than " + MAX_BLOCKS + " blocks");
      }
      BoundedHeaders block = BoundedHeaders.load(in);
      Optional<String> action = block.first("Action").map(StatusFields::action);
      List<String> recipients = recipients(block);
      if (action.isPresent() && !recipients.isEmpty()) {
        statuses.add(status(block, recipients, action.get()));
      }
    }
    return statuses;
  }

  /** Without a comment. */
  private static String action(String value) {
    return value.toLowerCase(Locale.ROOT).split("[^a-z]", 2)[0];
  }

  private static RecipientStatus status(
      BoundedHeaders block, List<String> recipients, String action) {
    String diagnostic = diagnostic(block);
    Optional<String> code =
        Stream.of(block.first("Status").orElse(""), diagnostic)
            .flatMap(text -> BounceClass.findCode(text).stream())
            .filter(found -> !found.endsWith(UNSPECIFIC))
            .findFirst();
    boolean isTemporary = block.first("Status").orElse("").startsWith("4");
    BounceClass bounceClass =
        code.map(BounceClass::of).orElse(isTemporary ? BounceClass.SOFT : BounceClass.POLICY);
    return new RecipientStatus(recipients, action, code, bounceClass, diagnostic);
  }

  private static String diagnostic(BoundedHeaders block) {
    String value = block.first("Diagnostic-Code").orElse("");
    int type = value.indexOf(';');
    return shown(type < 0 ? value : value.substring(type + 1));
  }

  /** What can be stored and shown of a text. */
  static String shown(String text) {
    String line = text.replaceAll("[\\p{Cntrl}\\p{Cs}\\s]+", " ").strip();
    return line.length() <= MAX_DIAGNOSTIC ? line : line.substring(0, MAX_DIAGNOSTIC);
  }

  private static List<String> recipients(BoundedHeaders block) {
    return Stream.of("Final-Recipient", "Original-Recipient")
        .flatMap(name -> addresses(block, name).stream())
        .distinct()
        .toList();
  }

  /** The addresses of fields, as addresses are compared: as written, and with escapes resolved. */
  static List<String> addresses(BoundedHeaders block, String field) {
    return block.all(field, MAX_RECIPIENTS).stream()
        .map(value -> value.substring(value.indexOf(';') + 1).strip())
        .map(value -> value.startsWith("<") ? value.replaceAll("[<>]", "") : value)
        .flatMap(value -> Stream.of(value, unescaped(value, XTEXT), unescaped(value, UNITEXT)))
        .flatMap(value -> normalized(value).stream())
        .distinct()
        .toList();
  }

  private static String unescaped(String value, Pattern escape) {
    return escape
        .matcher(value)
        .replaceAll(found -> java.util.regex.Matcher.quoteReplacement(character(found.group(1))));
  }

  private static String character(String hex) {
    int code = Integer.parseInt(hex, 16);
    return Character.isValidCodePoint(code) ? Character.toString(code) : "";
  }

  private static Optional<String> normalized(String address) {
    try {
      return Optional.of(MailAddress.parse(address).normalized());
    } catch (InvalidAddress e) {
      return Optional.empty();
    }
  }
}
