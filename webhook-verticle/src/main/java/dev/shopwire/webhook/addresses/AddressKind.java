package dev.shopwire.webhook.addresses;

/** The kinds of addresses that the rules distinguish. */
enum AddressKind {
  PUBLIC("a public address"),
  LOOPBACK("a loopback address"),
  PRIVATE("a private address"),
  LINK_LOCAL("a link-local address"),
  METADATA("a cloud metadata address"),
  MULTICAST("a multicast address"),
  UNSPECIFIED("an unspecified address"),
  RESERVED("a reserved address");

  /** The part of {@link #remedy} that also applies to local host names. */
  static final String FOR_DEVELOPMENT =
      "; SHOPWIRE_WEBHOOK_ALLOW_PRIVATE=true allows it for development";

  private final String description;

  AddressKind(String description) {
    this.description = description;
  }

  String description() {
    return description;
  }

  /** A clause naming the settings that would allow it; empty if none would. */
  String remedy() {
    if (isForDevelopment()) {
      return FOR_DEVELOPMENT + ", SHOPWIRE_WEBHOOK_ALLOW_RANGES allows a range that contains it";
    }
    return isAlwaysRefused()
        ? ""
        : "; SHOPWIRE_WEBHOOK_ALLOW_RANGES allows a range that contains it";
  }

  /** Whether the development setting allows it. */
  boolean isForDevelopment() {
    return this == LOOPBACK || this == PRIVATE;
  }

  /** Whether no setting can allow it. */
  boolean isAlwaysRefused() {
    return this == METADATA || this == MULTICAST || this == UNSPECIFIED;
  }
}
