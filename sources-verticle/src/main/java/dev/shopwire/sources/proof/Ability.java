package dev.shopwire.sources.proof;

import java.util.Locale;

/** The kinds of things that a role must not be able to do. */
public enum Ability {
  SUPERUSER("is no superuser", false),
  ROLE_CREATION("may not create roles", false),
  REPLICATION("may not replicate", false),
  SERVER_FILES("may not use files of the server", false),
  PROGRAMS("may not run programs on the server", false),
  CREATE("may not create anything", true),
  WRITE("may not write anything", true);

  private final String clause;
  private final boolean consentable;

  Ability(String clause, boolean consentable) {
    this.clause = clause;
    this.consentable = consentable;
  }

  /** The name of the probe that it lacks this. */
  String probe() {
    return "no_" + name().toLowerCase(Locale.ROOT);
  }

  /** What the role is or may not do, for people. */
  String clause() {
    return clause;
  }

  /** Whether a role with it may be admitted by consent. */
  boolean isConsentable() {
    return consentable;
  }
}
