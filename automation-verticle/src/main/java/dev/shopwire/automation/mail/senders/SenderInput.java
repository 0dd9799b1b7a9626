package dev.shopwire.automation.mail.senders;

import dev.shopwire.automation.mail.dkim.DkimIdentity;
import dev.shopwire.automation.mail.dkim.DkimKey;
import dev.shopwire.common.json.PatchValue;
import java.util.EnumMap;
import java.util.Map;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * The body of a request that creates or changes a sender; {@link SenderReader} reads it. What a new
 * one must have is present.
 */
record SenderInput(
    PatchValue<String> name,
    PatchValue<FromView> from,
    PatchValue<String> replyTo,
    PatchValue<Server> smtp,
    PatchValue<Integer> perSecond,
    PatchValue<Integer> perDomainPerMinute,
    PatchValue<Integer> connections,
    PatchValue<Dkim> dkim,
    PatchValue<String> bounceDomain,
    PatchValue<Box> imap) {

  /** A mail server, and the URI that names it. */
  record Server(SmtpView view, String uri) {
    @Override
    public String toString() {
      return view.toString();
    }
  }

  /** A mailbox, and the URI that names it. */
  record Box(MailboxView view, String uri) {
    @Override
    public String toString() {
      return view.toString();
    }
  }

  /**
   * What signs.
   *
   * @param isGenerated whether the request brought no key: then one stored for the same domain and
   *     selector stays
   */
  record Dkim(DkimIdentity identity, DkimKey key, boolean isGenerated) {
    DkimView view() {
      return new DkimView(identity, key.dnsValue());
    }
  }

  /** The fields of a new sender. */
  SenderFields fields() {
    return new SenderFields(
        required(name.value()),
        required(from.value()),
        replyTo.value(),
        required(smtp.value()).view(),
        perSecond.value(),
        perDomainPerMinute.value(),
        Optional.ofNullable(connections.value()).orElse(Sender.DEFAULT_CONNECTIONS),
        Optional.ofNullable(dkim.value()).map(Dkim::view).orElse(null),
        bounceDomain.value(),
        Optional.ofNullable(imap.value()).map(Box::view).orElse(null));
  }

  private static <T> T required(@Nullable T value) {
    return Optional.ofNullable(value).orElseThrow();
  }

  /** The fields of a changed sender. */
  SenderFields applyTo(SenderFields before) {
    return new SenderFields(
        name.present() ? required(name.value()) : before.name(),
        from.present() ? required(from.value()) : before.from(),
        replyTo.applyTo(before.replyTo()),
        smtp.present() ? required(smtp.value()).view() : before.smtp(),
        perSecond.applyTo(before.perSecond()),
        perDomainPerMinute.applyTo(before.perDomainPerMinute()),
        connections.present()
            ? Optional.ofNullable(connections.value()).orElse(Sender.DEFAULT_CONNECTIONS)
            : before.connections(),
        replacesKey(before)
            ? Optional.ofNullable(dkim.value()).map(Dkim::view).orElse(null)
            : before.dkim(),
        bounceDomain.applyTo(before.bounceDomain()),
        imap.present()
            ? Optional.ofNullable(imap.value()).map(Box::view).orElse(null)
            : before.imap());
  }

  private boolean replacesKey(SenderFields before) {
    Dkim given = dkim.value();
    DkimView stored = before.dkim();
    boolean isKept =
        given != null
            && stored != null
            && given.isGenerated()
            && given.identity().equals(stored.identity());
    return dkim.present() && !isKept;
  }

  /** The secrets that a new sender has. */
  Map<SecretKind, Optional<String>> secrets() {
    Map<SecretKind, Optional<String>> secrets = new EnumMap<>(SecretKind.class);
    if (smtp.present()) {
      secrets.put(SecretKind.SMTP, Optional.ofNullable(smtp.value()).map(Server::uri));
    }
    if (dkim.present()) {
      secrets.put(
          SecretKind.DKIM, Optional.ofNullable(dkim.value()).map(given -> given.key().toPem()));
    }
    if (imap.present()) {
      secrets.put(SecretKind.IMAP, Optional.ofNullable(imap.value()).map(Box::uri));
    }
    return secrets;
  }

  /** The secrets to replace, or if empty to delete, of a changed sender. */
  Map<SecretKind, Optional<String>> secretsFor(SenderFields before) {
    Map<SecretKind, Optional<String>> secrets = secrets();
    if (!replacesKey(before)) {
      secrets.remove(SecretKind.DKIM);
    }
    return secrets;
  }
}
