package dev.shopwire.common.bus;

import dev.shopwire.common.failure.Code;
import dev.shopwire.common.failure.Failure;
import dev.shopwire.common.json.BoundedJson;
import dev.shopwire.common.json.BoundedJson.Written;
import dev.shopwire.common.load.Reservation;

/**
 * Writes the bodies of messages between roles as JSON text of bounded length. A longer one fails
 * with an error that the caller can act on, before the memory for it is allocated.
 */
public final class BusMessages {
  /** The longest body, in characters; far below what the JSON reader accepts as one string. */
  public static final int MAX_LENGTH = 8 << 20;

  /** Bytes of heap per character of a reply: in the response text, and within the reply. */
  private static final int REPLY_WEIGHT = 2;

  private BusMessages() {}

  /**
   * The text of a response, as a field of a reply.
   *
   * @throws Failure 422 {@code answer_too_large}
   */
  public static String response(Object value) {
    return BoundedJson.write(value, MAX_LENGTH).text().orElseThrow(BusMessages::responseTooLarge);
  }

  /**
   * @throws Failure 413 {@code too_large}
   */
  static String request(Object value) {
    return BoundedJson.write(value, MAX_LENGTH)
        .text()
        .orElseThrow(
            () ->
                Failure.of(
                    Code.TOO_LARGE,
                    "The request is too large to forward: as JSON text it would exceed "
                        + MAX_LENGTH
                        + " characters. Send less at once"));
  }

  /**
   * @param memory the memory reserved for this reply; grows while it is written
   * @throws Failure 422 {@code answer_too_large}, or 503 if the process has no capacity for it
   */
  static String reply(Object value, Reservation memory) {
    if (value instanceof JsonResponse response) {
      return passThrough(response.json(), memory);
    }
    Written written =
        BoundedJson.write(value, MAX_LENGTH, more -> memory.tryReserve(REPLY_WEIGHT * more));
    if (written.stop().filter(stop -> stop == BoundedJson.Stop.NO_CAPACITY).isPresent()) {
      throw noCapacity();
    }
    return written.text().orElseThrow(BusMessages::responseTooLarge);
  }

  private static String passThrough(String json, Reservation memory) {
    if (json.length() > MAX_LENGTH) {
      throw responseTooLarge();
    }
    if (!memory.tryReserve((long) REPLY_WEIGHT * json.length())) {
      throw noCapacity();
    }
    return json;
  }

  private static Failure noCapacity() {
    return Failure.unavailable("Too many calls are in progress");
  }

  private static Failure responseTooLarge() {
    return Failure.of(
        Code.INVALID,
        "answer_too_large",
        "The response would exceed "
            + MAX_LENGTH
            + " characters. Request less: a smaller take, a shorter range or fewer values");
  }
}
