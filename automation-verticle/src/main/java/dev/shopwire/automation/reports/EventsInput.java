package dev.shopwire.automation.reports;

import dev.shopwire.automation.mail.message.InvalidAddress;
import dev.shopwire.automation.mail.message.MailAddress;
import dev.shopwire.automation.reports.ReportOutcome.Reason;
import dev.shopwire.automation.reports.parsing.BounceClass;
import dev.shopwire.automation.reports.parsing.MessageIds;
import dev.shopwire.automation.reports.parsing.RecipientStatus;
import dev.shopwire.common.json.JsonInput;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** Reads the events of a relay. Thread-safe. */
final class EventsInput {
  static final int MAX_EVENTS = 100;

  private static final String TYPE = "type";
  private static final String MESSAGE_ID = "messageId";
  private static final String RECIPIENT = "recipient";
  private static final String CLASS = "class";
  private static final int MAX_CHOICE = 100;

  /** The longest line of a mail. */
  private static final int MAX_MESSAGE_ID = 998;

  private static final int MAX_DIAGNOSTIC = 10_000;

  private EventsInput() {}

  /**
   * What each event claims. Fields that are not known are left alone, since relays send more.
   *
   * @throws dev.shopwire.common.failure.Failure 400 or 422 with every fault
   */
  static List<Item> read(String body) {
    JsonInput input = JsonInput.of(body, Map.of());
    List<JsonInput> events = input.requiredObjects("events", MAX_EVENTS);
    List<Item> items = events.stream().map(EventsInput::item).toList();
    input.throwIfInvalid();
    return items;
  }

  private static Item item(JsonInput event) {
    String type = choice(event, TYPE, List.of("bounce", "complaint"));
    Optional<String> messageId =
        Optional.ofNullable(event.optionalString(MESSAGE_ID, MAX_MESSAGE_ID).value());
    Optional<String> recipient = recipient(event);
    if (event.value(MESSAGE_ID).isMissingNode() && event.value(RECIPIENT).isMissingNode()) {
      event.addError(MESSAGE_ID, "required", "or recipient is required");
    }
    Optional<String> diagnostic =
        Optional.ofNullable(event.optionalString("diagnostic", MAX_DIAGNOSTIC).value());
    boolean isBounce = type.equals("bounce");
    String bounceClass = isBounce ? choice(event, CLASS, List.of("hard", "soft")) : "";
    Optional<Long> id = messageId.flatMap(MessageIds::read);
    if (messageId.isPresent() && id.isEmpty()) {
      return Item.of(ReportOutcome.ignored(Reason.UNKNOWN_MESSAGE));
    }
    Optional<String> newestOf = id.isEmpty() ? recipient : Optional.empty();
    List<Long> ids = id.map(List::of).orElse(List.of());
    List<RecipientStatus> statuses =
        isBounce ? List.of(status(recipient, bounceClass, diagnostic.orElse(""))) : List.of();
    return Item.of(
        new Claim(
            isBounce ? Claim.Kind.BOUNCE : Claim.Kind.COMPLAINT,
            ids,
            false,
            newestOf,
            statuses,
            recipient.map(List::of).orElse(List.of())));
  }

  /** The server's code says more than the relay's class, unless that is the milder one. */
  private static RecipientStatus status(
      Optional<String> recipient, String bounceClass, String diagnostic) {
    BounceClass given =
        bounceClass.equals("soft")
            ? BounceClass.SOFT
            : BounceClass.findCode(diagnostic)
                .filter(code -> !code.endsWith(".0.0"))
                .map(BounceClass::of)
                .orElse(BounceClass.HARD);
    return RecipientStatus.failed(recipient, given, diagnostic);
  }

  private static String choice(JsonInput event, String name, List<String> choices) {
    String value = event.requiredString(name, MAX_CHOICE);
    if (!value.isEmpty() && !choices.contains(value)) {
      event.addError(name, "invalid_choice", "must be " + String.join(" or ", choices));
    }
    return value;
  }

  private static Optional<String> recipient(JsonInput event) {
    Optional<String> text =
        Optional.ofNullable(event.optionalString(RECIPIENT, MailAddress.MAX_LENGTH).value());
    try {
      return text.map(MailAddress::parse).map(MailAddress::normalized);
    } catch (InvalidAddress e) {
      event.addError(RECIPIENT, "invalid_email", "must be an e-mail address; it " + e.getMessage());
      return Optional.empty();
    }
  }
}
