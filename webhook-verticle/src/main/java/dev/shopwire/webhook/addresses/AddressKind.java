package dev.shopwire.webhook.addresses;

/** What an address is for. */
enum AddressKind {
  PUBLIC("a public address"),
  LOOPBACK("a loopback address"),
  PRIVATE("a private address"),
  LINK_LOCAL("a link-local address"),
  METADATA("an address of a cloud's metadata"),
  MULTICAST("a multicast address"),
  UNSPECIFIED("an unspecified address"),
  RESERVED("a reserved address");

  /** The part of {@link #remedy} that holds for names of this machine too. */
  static final String FOR_DEVELOPMENT =
      "; SHOPWIRE_WEBHOOK_ALLOW_PRIVATE=true allows it for development";

  private final String words;

  AddressKind(String words) {
    this.words = words;
  }

  String words() {
    return words;
  }

  /** A clause that names the settings that open it; empty if none does. */
  String remedy() {
    if (isForDevelopment()) {
      return FOR_DEVELOPMENT + ", SHOPWIRE_WEBHOOK_ALLOW_RANGES a range that holds it";
    }
    return isNeverForReceivers()
        ? ""
        : "; SHOPWIRE_WEBHOOK_ALLOW_RANGES allows a range that holds it";
  }

  /** Whether the switch for development opens it. */
  boolean isForDevelopment() {
    return this == LOOPBACK || this == PRIVATE;
  }

  /** Whether no setting opens it. */
  boolean isNeverForReceivers() {
    return this == METADATA || this == MULTICAST || this == UNSPECIFIED;
  }
}
