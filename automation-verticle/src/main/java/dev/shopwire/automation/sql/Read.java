package dev.shopwire.automation.sql;

import java.util.Optional;

/** The texts that say what a condition reads: a change of it may change the result. */
public final class Read {
  /** Everything that a customer has from the start and keeps; every condition reads it. */
  public static final String CUSTOMER = "customer";

  public static final String NAME = "name";
  public static final String EMAIL = "email";
  public static final String LAST_SEEN = "lastSeen";
  public static final String CONTACTS = "contacts";
  public static final String CREDITS = "credits";
  public static final String SESSIONS = "sessions";
  public static final String LIFECYCLES = "lifecycles";

  private static final String EVENT = "event:";

  private Read() {}

  public static String field(long id) {
    return "field:" + id;
  }

  /** Events of this name, of any app. */
  public static String event(String name) {
    return EVENT + name;
  }

  /** The name of the events that are read; empty if something else is. */
  public static Optional<String> eventName(String read) {
    return read.startsWith(EVENT) ? Optional.of(read.substring(EVENT.length())) : Optional.empty();
  }

  /** Whether what is read has a time, as events and sessions do. */
  public static boolean isOfTime(String read) {
    return read.startsWith(EVENT) || read.equals(SESSIONS);
  }
}
