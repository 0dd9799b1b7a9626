package dev.shopwire.sources.lifecycle.store;

import dev.shopwire.common.crypto.Digest;
import dev.shopwire.sources.lifecycle.LifecycleTopic;
import dev.shopwire.sources.lifecycle.Transition;
import java.nio.ByteBuffer;
import java.util.UUID;

/**
 * The ids of transitions. A transition is known by its topic and by what caused it: a record, or,
 * if it happened by itself, the instant. So it keeps its id if its record gets another time, or if
 * others arrive late.
 */
public final class TransitionIds {
  private TransitionIds() {}

  /**
   * @param shop its key within the app
   */
  public static UUID of(long appId, String shop, Transition transition) {
    HistoryWriter text = new HistoryWriter();
    text.number(appId);
    text.text(shop);
    text.text(transition.topic().map(LifecycleTopic::id).orElse(""));
    // Ids of records begin with the name of a stream, which has no spaces.
    text.text(transition.recordId().orElseGet(() -> "at " + transition.at()));
    ByteBuffer digest = ByteBuffer.wrap(Digest.SHA_256.of(text.toBytes()));
    return new UUID(digest.getLong(), digest.getLong());
  }
}
