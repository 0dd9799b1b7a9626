package dev.shopwire.automation.mail.senders;

import com.fasterxml.jackson.databind.JsonNode;
import dev.shopwire.automation.mail.dkim.DkimIdentity;
import dev.shopwire.automation.mail.dkim.DkimKey;
import dev.shopwire.automation.mail.dkim.InvalidDkimKey;
import dev.shopwire.automation.mail.message.InvalidAddress;
import dev.shopwire.automation.mail.message.MailAddress;
import dev.shopwire.automation.mail.message.MailDomain;
import dev.shopwire.automation.mail.senders.SenderInput.Box;
import dev.shopwire.automation.mail.senders.SenderInput.Dkim;
import dev.shopwire.automation.mail.senders.SenderInput.Server;
import dev.shopwire.automation.mail.smtp.SmtpConfig;
import dev.shopwire.automation.mail.smtp.SmtpTimeouts;
import dev.shopwire.common.addresses.AddressPolicy;
import dev.shopwire.common.addresses.HostSyntax;
import dev.shopwire.common.json.JsonInput;
import dev.shopwire.common.json.PatchValue;
import java.time.Duration;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * Reads the body of a request about a sender. Errors contain no part of a URI or a key. It may take
 * a second, because keys are checked and generated: not for an event loop.
 */
final class SenderReader {
  private static final int MAX_NAME = 100;
  private static final int MAX_FROM_NAME = 200;
  private static final int MAX_DOMAIN = 253;
  private static final int MAX_SELECTOR = 63;
  private static final int MAX_KEY = 16_384;
  private static final int MAX_URI = 6_000;
  private static final int MAX_PER_SECOND = 10_000;
  private static final int MAX_PER_MINUTE = 1_000_000;
  private static final int MAX_CONNECTIONS = 50;
  private static final SmtpTimeouts ANY_TIMEOUTS =
      SmtpTimeouts.withFinalReply(Duration.ofMinutes(5));

  private final JsonInput input;
  private final AddressPolicy policy;
  private final boolean isNew;

  private SenderReader(JsonInput input, AddressPolicy policy, boolean isNew) {
    this.input = input;
    this.policy = policy;
    this.isNew = isNew;
  }

  /**
   * @throws dev.shopwire.common.failure.Failure 422 with every fault
   */
  static SenderInput ofNew(String body, AddressPolicy policy) {
    return new SenderReader(JsonInput.strict(body), policy, true).read();
  }

  /** Same for a change: what is absent stays. */
  static SenderInput ofChange(String body, AddressPolicy policy) {
    return new SenderReader(JsonInput.strict(body), policy, false).read();
  }

  private SenderInput read() {
    PatchValue<String> name = isAbsent("name") ? PatchValue.absent() : name();
    PatchValue<FromView> from = isAbsent("from") ? PatchValue.absent() : from();
    PatchValue<String> replyTo = replyTo();
    PatchValue<Server> smtp = isAbsent("smtp") ? PatchValue.absent() : smtp();
    PatchValue<Integer> perSecond = number("perSecond", MAX_PER_SECOND);
    PatchValue<Integer> perDomain = number("perDomainPerMinute", MAX_PER_MINUTE);
    PatchValue<Integer> connections = number("connections", MAX_CONNECTIONS);
    Optional<GivenKey> key = dkim();
    PatchValue<String> bounceDomain = bounceDomain();
    PatchValue<Box> imap = imap();
    input.throwIfInvalid();
    return new SenderInput(
        name,
        from,
        replyTo,
        smtp,
        perSecond,
        perDomain,
        connections,
        // Only now: a key takes long to make.
        input.value("dkim").isMissingNode()
            ? PatchValue.absent()
            : PatchValue.of(key.map(GivenKey::complete).orElse(null)),
        bounceDomain,
        imap);
  }

  /** What a new sender must have is read, and so reported, if it is missing. */
  private boolean isAbsent(String field) {
    return !isNew && input.value(field).isMissingNode();
  }

  private PatchValue<String> name() {
    return PatchValue.of(input.requiredString("name", MAX_NAME));
  }

  private PatchValue<FromView> from() {
    JsonNode given = input.value("from");
    if (given.isMissingNode() || given.isNull()) {
      input.addError("from", "required", "is required");
      return PatchValue.absent();
    }
    JsonInput from = input.optionalObject("from");
    if (!given.isObject()) {
      return PatchValue.absent();
    }
    String email = from.requiredString("email", MailAddress.MAX_LENGTH);
    PatchValue<String> name = from.optionalString("name", MAX_FROM_NAME);
    return email.isEmpty()
        ? PatchValue.absent()
        : PatchValue.of(new FromView(address(from, "email", email), name.value()));
  }

  private static String address(JsonInput object, String field, String text) {
    try {
      return MailAddress.parse(text).toString();
    } catch (InvalidAddress e) {
      object.addError(field, "invalid_email", "must be an e-mail address; it " + e.getMessage());
      return "";
    }
  }

  private PatchValue<String> replyTo() {
    PatchValue<String> given = input.optionalString("replyTo", MailAddress.MAX_LENGTH);
    String text = given.value();
    return text == null ? given : PatchValue.of(address(input, "replyTo", text));
  }

  private PatchValue<Server> smtp() {
    String uri = input.requiredString("smtp", MAX_URI);
    if (uri.isEmpty()) {
      return PatchValue.absent();
    }
    try {
      SmtpConfig config = SmtpConfig.parse(uri, "localhost", ANY_TIMEOUTS);
      checkHost("smtp", config.host());
      return PatchValue.of(new Server(SmtpView.of(config), uri));
    } catch (IllegalArgumentException e) {
      input.addError("smtp", "invalid_uri", "can't be used: " + e.getMessage());
      return PatchValue.absent();
    }
  }

  private void checkHost(String field, String host) {
    policy
        .refusalOfHost(HostSyntax.plain(host.contains(":") ? "[" + host + "]" : host))
        .ifPresent(refusal -> input.addError(field, "forbidden_host", "can't be used: " + refusal));
  }

  private PatchValue<Box> imap() {
    PatchValue<String> given = input.optionalString("imap", MAX_URI);
    String uri = given.value();
    if (uri == null) {
      return given.present() ? PatchValue.of(null) : PatchValue.absent();
    }
    try {
      Mailbox mailbox = Mailbox.parse(uri);
      checkHost("imap", mailbox.host());
      return PatchValue.of(new Box(MailboxView.of(mailbox), uri));
    } catch (IllegalArgumentException e) {
      input.addError("imap", "invalid_uri", "can't be used: " + e.getMessage());
      return PatchValue.absent();
    }
  }

  private PatchValue<Integer> number(String field, int max) {
    Optional<Integer> number = input.optionalPositiveInt(field, max);
    return input.value(field).isMissingNode()
        ? PatchValue.absent()
        : PatchValue.of(number.orElse(null));
  }

  private PatchValue<String> bounceDomain() {
    PatchValue<String> given = input.optionalString("bounceDomain", MAX_DOMAIN);
    String text = given.value();
    return text == null ? given : PatchValue.of(domain(input, "bounceDomain", text));
  }

  private static @Nullable String domain(JsonInput object, String field, String text) {
    try {
      return MailDomain.toAscii(text.strip());
    } catch (InvalidAddress e) {
      object.addError(field, "invalid_domain", "must be a domain; it " + e.getMessage());
      return null;
    }
  }

  /** A key that was given, or is to be made. */
  private record GivenKey(DkimIdentity identity, Optional<DkimKey> key) {
    Dkim complete() {
      return new Dkim(identity, key.orElseGet(DkimKey::generate), key.isEmpty());
    }
  }

  /** Empty if there is to be none, or if it is invalid. */
  private Optional<GivenKey> dkim() {
    JsonNode given = input.value("dkim");
    if (given.isMissingNode() || given.isNull()) {
      return Optional.empty();
    }
    JsonInput dkim = input.optionalObject("dkim");
    if (!given.isObject()) {
      return Optional.empty();
    }
    String domain = dkim.requiredString("domain", MAX_DOMAIN);
    String ascii = domain.isEmpty() ? null : domain(dkim, "domain", domain);
    String selector = dkim.requiredString("selector", MAX_SELECTOR);
    Optional<DkimIdentity> identity = identity(dkim, ascii, selector);
    Optional<DkimKey> key = privateKey(dkim);
    return identity.map(name -> new GivenKey(name, key));
  }

  private static Optional<DkimIdentity> identity(
      JsonInput dkim, @Nullable String domain, String selector) {
    if (selector.isEmpty()) {
      return Optional.empty();
    }
    try {
      // The selector is checked also if the domain is not valid.
      DkimIdentity identity = new DkimIdentity(domain == null ? "x.example" : domain, selector);
      return domain == null ? Optional.empty() : Optional.of(identity);
    } catch (IllegalArgumentException e) {
      dkim.addError(
          "selector",
          "invalid_selector",
          "must consist of letters, digits and hyphens, and dots between them");
      return Optional.empty();
    }
  }

  private static Optional<DkimKey> privateKey(JsonInput dkim) {
    String pem = dkim.optionalString("privateKey", MAX_KEY).value();
    if (pem == null) {
      return Optional.empty();
    }
    try {
      return Optional.of(DkimKey.fromPem(pem));
    } catch (InvalidDkimKey e) {
      dkim.addError("privateKey", "invalid_key", String.valueOf(e.getMessage()));
      return Optional.empty();
    }
  }
}
