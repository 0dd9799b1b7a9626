package dev.shopwire.common.access;

import com.fasterxml.jackson.annotation.JsonCreator;
import com.fasterxml.jackson.annotation.JsonValue;
import java.util.Arrays;
import java.util.Locale;
import java.util.Optional;

/**
 * What a caller of the console may do, each level including those before it. In a workspace it is
 * the role of a membership: analyst, admin or owner. {@code x-required-role} of the console's
 * OpenAPI document names the least level of each operation (docs/api/console.md).
 */
public enum AccessLevel {
  /** Anyone, without signing in. */
  NONE,
  /** Any user who is signed in. */
  USER,
  /** Reads of a workspace; private custom fields don't exist. */
  ANALYST,
  /** Also writes. */
  ADMIN,
  /** Also the workspace itself and its owners. */
  OWNER,
  /** All workspaces and the installation. */
  OPERATOR;

  @JsonValue
  public String id() {
    return name().toLowerCase(Locale.ROOT);
  }

  /**
   * @throws IllegalArgumentException if there is no such level
   */
  @JsonCreator
  public static AccessLevel of(String id) {
    return find(id).orElseThrow(() -> new IllegalArgumentException("No access level: " + id));
  }

  public static Optional<AccessLevel> find(String id) {
    return Arrays.stream(values()).filter(level -> level.id().equals(id)).findFirst();
  }

  public boolean includes(AccessLevel least) {
    return compareTo(least) >= 0;
  }

  /** The lower of the two: an API token allows no more than its user may do. */
  public AccessLevel atMost(AccessLevel limit) {
    return includes(limit) ? limit : this;
  }
}
