package dev.shopwire.webhook.addresses;

import java.net.InetAddress;
import java.net.URI;
import java.util.Optional;

/**
 * What may be a receiver. A refusal is a clause for people that names the setting that would allow
 * it, without the address that a name has: that may be known inside of the operator's network only.
 * Immutable; looks nothing up.
 */
public final class AddressRules {
  private final AddressConfig config;

  public AddressRules(AddressConfig config) {
    this.config = config;
  }

  /** Why nothing may be sent to {@code address}, or empty. */
  public Optional<String> refusal(InetAddress address) {
    AddressKind kind = SpecialAddresses.kindOf(address);
    boolean open =
        kind == AddressKind.PUBLIC
            || (config.allowPrivate() && kind.isForDevelopment())
            || (!kind.isNeverForReceivers()
                && config.allowed().stream().anyMatch(range -> range.contains(address)));
    return open ? Optional.empty() : Optional.of("the host is " + kind.words() + kind.remedy());
  }

  /** Why nothing may be sent to {@code url} whatever addresses its host's name has, or empty. */
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
      return Optional.of("nothing is sent to port " + target.port());
    }
    return refusalOf(target);
  }

  /** Why nothing may be sent to {@code host} as it stands in a URL, or empty. */
  public Optional<String> refusalOfLiteral(String host) {
    try {
      return refusalOf(new UrlTarget("", HostForm.plain(host), 0));
    } catch (IllegalArgumentException e) {
      return Optional.ofNullable(e.getMessage());
    }
  }

  private Optional<String> refusalOf(UrlTarget target) {
    boolean local = target.host().equals("localhost") || target.host().endsWith(".localhost");
    if (local && !config.allowPrivate()) {
      return Optional.of("the host is a name of this machine" + AddressKind.FOR_DEVELOPMENT);
    }
    return target.literal().flatMap(this::refusal);
  }
}
