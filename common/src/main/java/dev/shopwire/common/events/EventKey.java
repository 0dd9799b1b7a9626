package dev.shopwire.common.events;

import dev.shopwire.common.crypto.Digest;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.util.Comparator;
import java.util.UUID;

/**
 * Derives the 128-bit key that makes an event id unique in PostgreSQL: the id itself if it is a
 * UUID in canonical lower-case form (so that time-ordered ids stay together in the index), else the
 * first half of its SHA-256. Two ids of one app collide only if that hash does, or if the app
 * itself sends as an id the UUID that another of its ids hashes to.
 */
public final class EventKey {
  /** The order of PostgreSQL's uuid type: bytes, unsigned. */
  public static final Comparator<UUID> ORDER =
      Comparator.comparing(UUID::getMostSignificantBits, Long::compareUnsigned)
          .thenComparing(UUID::getLeastSignificantBits, Long::compareUnsigned);

  private static final int UUID_LENGTH = 36;

  private EventKey() {}

  public static UUID of(String eventId) {
    return isCanonicalUuid(eventId) ? UUID.fromString(eventId) : hash(eventId);
  }

  /** Whether the key is the id itself, which then need not be stored as well. */
  public static boolean isOwnKey(String eventId) {
    return isCanonicalUuid(eventId);
  }

  private static boolean isCanonicalUuid(String text) {
    if (text.length() != UUID_LENGTH) {
      return false;
    }
    for (int i = 0; i < UUID_LENGTH; i++) {
      char c = text.charAt(i);
      boolean dash = i == 8 || i == 13 || i == 18 || i == 23;
      boolean fits = dash ? c == '-' : (c >= '0' && c <= '9') || (c >= 'a' && c <= 'f');
      if (!fits) {
        return false;
      }
    }
    return true;
  }

  private static UUID hash(String text) {
    ByteBuffer digest = ByteBuffer.wrap(Digest.SHA_256.of(text.getBytes(StandardCharsets.UTF_8)));
    return new UUID(digest.getLong(), digest.getLong());
  }
}
