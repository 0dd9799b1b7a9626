package dev.shopwire.common.addresses;

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

  private final String description;

  AddressKind(String description) {
    this.description = description;
  }

  String description() {
    return description;
  }

  /** Whether a setting for private addresses allows it. */
  boolean isLocal() {
    return this == LOOPBACK || this == PRIVATE;
  }

  /** Whether no setting can allow it. */
  boolean isAlwaysRefused() {
    return this == METADATA || this == MULTICAST || this == UNSPECIFIED;
  }
}
