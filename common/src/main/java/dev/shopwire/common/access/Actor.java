package dev.shopwire.common.access;

import org.jspecify.annotations.Nullable;

/**
 * Who does something in the console, as the audit log shows it.
 *
 * @param id of the user or token; null for the admin token and the service itself
 * @param name at this time; null where there is none
 */
public record Actor(Type type, @Nullable String id, @Nullable String name) {
  public static final Actor ADMIN_TOKEN = new Actor(Type.ADMIN_TOKEN, null, null);

  /** Someone who is not signed in, or the service. */
  public static final Actor SYSTEM = new Actor(Type.SYSTEM, null, null);

  /** The kinds of actors; {@link #id()} is their name in the API and in the table. */
  public enum Type {
    USER("user"),
    TOKEN("token"),
    ADMIN_TOKEN("admin_token"),
    SYSTEM("system");

    private final String id;

    Type(String id) {
      this.id = id;
    }

    @com.fasterxml.jackson.annotation.JsonValue
    public String id() {
      return id;
    }
  }
}
