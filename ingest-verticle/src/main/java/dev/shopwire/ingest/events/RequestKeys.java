package dev.shopwire.ingest.events;

import dev.shopwire.common.crypto.Digest;
import dev.shopwire.common.postgres.DatabaseEpoch;
import java.nio.ByteBuffer;
import java.security.MessageDigest;
import java.util.Base64;
import java.util.List;
import java.util.Optional;
import java.util.UUID;

/**
 * Computes the idempotency key of a complete request: the database's epoch and a digest of the app
 * and the event ids, or of the id alone for a single event. Not thread-safe; use from one event
 * loop.
 */
final class RequestKeys {
  private static final int UUID_BYTES = 16;
  private static final Base64.Encoder BASE64 = Base64.getUrlEncoder().withoutPadding();

  private final MessageDigest digest = Digest.SHA_256.begin();
  private final DatabaseEpoch epoch;

  RequestKeys(DatabaseEpoch epoch) {
    this.epoch = epoch;
  }

  /**
   * Empty if an event has no id, if no event is valid, or if the database's epoch is not currently
   * confirmed.
   */
  Optional<String> of(long appId, UsageEventRequest request) {
    return epoch
        .current()
        .flatMap(current -> digest(appId, request).map(digested -> current + ":" + digested));
  }

  private Optional<String> digest(long appId, UsageEventRequest request) {
    List<UsageEvent> events = request.events();
    if (!request.identified() || events.isEmpty()) {
      return Optional.empty();
    }
    if (events.size() == 1) {
      return Optional.of(encode(bytes(events.get(0).key())));
    }
    ByteBuffer ids = ByteBuffer.allocate(Long.BYTES + events.size() * UUID_BYTES).putLong(appId);
    for (UsageEvent event : events) {
      UUID key = event.key();
      ids.putLong(key.getMostSignificantBits()).putLong(key.getLeastSignificantBits());
    }
    return Optional.of(encode(digest.digest(ids.array())));
  }

  private static byte[] bytes(UUID key) {
    return ByteBuffer.allocate(UUID_BYTES)
        .putLong(key.getMostSignificantBits())
        .putLong(key.getLeastSignificantBits())
        .array();
  }

  private static String encode(byte[] bytes) {
    return BASE64.encodeToString(bytes);
  }
}
