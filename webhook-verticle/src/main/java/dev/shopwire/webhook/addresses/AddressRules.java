package dev.shopwire.webhook.addresses;

import dev.shopwire.common.addresses.AddressPolicy;
import dev.shopwire.common.addresses.HostSyntax;
import dev.shopwire.common.addresses.UrlTarget;
import java.net.InetAddress;
import java.net.URI;
import java.util.Optional;

/**
 * Decides which URLs and addresses webhooks may be sent to; a refusal is a clause for users.
 * Immutable; performs no look-ups.
 */
public final class AddressRules {
  private static final String PRIVATE_REMEDY =
      "SHOPWIRE_WEBHOOK_ALLOW_PRIVATE=true allows it for development";
  private static final String RANGE_REMEDY =
      "SHOPWIRE_WEBHOOK_ALLOW_RANGES allows a range that contains it";

  private final AddressConfig config;
  private final AddressPolicy policy;

  public AddressRules(AddressConfig config) {
    this.config = config;
    policy =
        new AddressPolicy(
            config.allowPrivate(), config.allowed(), PRIVATE_REMEDY, Optional.of(RANGE_REMEDY));
  }

  /** Why sending to {@code address} is refused; empty if it isn't. */
  public Optional<String> refusal(InetAddress address) {
    return policy.refusal(address);
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
    return policy.refusalOfHost(target.host());
  }

  /** Why sending to {@code host}, as written in a URL, is refused; empty if it isn't. */
  public Optional<String> refusalOfLiteral(String host) {
    try {
      return policy.refusalOfHost(HostSyntax.plain(host));
    } catch (IllegalArgumentException e) {
      return Optional.ofNullable(e.getMessage());
    }
  }
}
