package dev.shopwire.common.secrets;

import java.util.ArrayList;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/**
 * The keys for a role's secrets, shared by all its processes: the first one encrypts, the others
 * are old ones that still decrypt. Thread-safe.
 */
public final class SecretKeys {
  private final Map<String, SecretKey> byId = new LinkedHashMap<>();
  private final SecretKey first;

  SecretKeys(List<SecretKey> keys) {
    keys.forEach(key -> byId.put(key.id(), key));
    first = keys.get(0);
  }

  /** Parses keys separated by commas or line breaks; empty if any of them is invalid. */
  static Optional<SecretKeys> of(String texts) {
    List<SecretKey> keys = new ArrayList<>();
    for (String text : texts.strip().split("[,\n]", -1)) {
      Optional<SecretKey> key = SecretKey.of(text);
      if (key.isEmpty()) {
        return Optional.empty();
      }
      keys.add(key.get());
    }
    return Optional.of(new SecretKeys(keys));
  }

  /** A new key, for what need not outlive this process. */
  public static SecretKeys random() {
    return of(SecretKey.generate()).orElseThrow();
  }

  /**
   * A key that is itself stored encrypted, and therefore never changes.
   *
   * @throws IllegalArgumentException unless it has 32 bytes
   */
  public static SecretKeys of(byte[] key) {
    return new SecretKeys(List.of(SecretKey.of(key)));
  }

  /** The ids of all keys, the first one first. */
  public Set<String> ids() {
    return Collections.unmodifiableSet(byId.keySet());
  }

  /** The key that encrypts. */
  public SecretKey first() {
    return first;
  }

  /** The ids of the keys that only decrypt. */
  public List<String> oldIds() {
    return byId.keySet().stream().filter(id -> !id.equals(first.id())).toList();
  }

  Optional<SecretKey> find(String id) {
    return Optional.ofNullable(byId.get(id));
  }

  /** Only the ids. */
  @Override
  public String toString() {
    return "SecretKeys" + byId.keySet();
  }
}
