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

  private final String words;

  AddressKind(String words) {
    this.words = words;
  }

  String words() {
    return words;
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
