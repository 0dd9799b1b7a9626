package dev.shopwire.webhook.addresses;

import java.net.InetAddress;
import java.net.URI;
import java.util.Optional;

/**
 * Decides which URLs and addresses webhooks may be sent to. A refusal is a clause for users that
 * names the setting that would allow the receiver, but not the address that a name resolves to:
 * that may be known only inside the operator's network. Immutable; performs no look-ups.
 */
public final class AddressRules {
  private final AddressConfig config;

  public AddressRules(AddressConfig config) {
    this.config = config;
  }

  /** Why sending to {@code address} is refused; empty if it isn't. */
  public Optional<String> refusal(InetAddress address) {
    AddressKind kind = SpecialAddresses.kindOf(address);
    boolean open =
        kind == AddressKind.PUBLIC
            || (config.allowPrivate() && kind.isForDevelopment())
            || (!kind.isAlwaysRefused()
                && config.allowed().stream().anyMatch(range -> range.contains(address)));
    return open
        ? Optional.empty()
        : Optional.of("the host is " + kind.description() + kind.remedy());
  }

  /** Why sending to {@code url} is refused, whatever its host resolves to; empty if it isn't. */
  public Optional<String> refusal(URI url) {
    UrlTarget target;
    try {
      target = UrlTarget.of(url);
    } catch (IllegalArgumentException e) {
      return Optional.ofNullable(e.getMessage());
    }
    if (!config.schemes().contains(target.scheme())) {
      return Optional.of("the scheme must be " + String.join(" or ", config.schemes()));
    }
    if (!config.ports().isEmpty() && !config.ports().contains(target.port())) {
      return Optional.of("port " + target.port() + " is not allowed");
    }
    return refusalOf(target);
  }

  /** Why sending to {@code host}, as written in a URL, is refused; empty if it isn't. */
  public Optional<String> refusalOfLiteral(String host) {
    try {
      return refusalOf(new UrlTarget("", HostSyntax.plain(host), 0));
    } catch (IllegalArgumentException e) {
      return Optional.ofNullable(e.getMessage());
    }
  }

  private Optional<String> refusalOf(UrlTarget target) {
    boolean local = target.host().equals("localhost") || target.host().endsWith(".localhost");
    if (local && !config.allowPrivate()) {
      return Optional.of("the host name refers to this machine" + AddressKind.FOR_DEVELOPMENT);
    }
    return target.literal().flatMap(this::refusal);
  }
}
