package dev.shopwire.common.bus;

import dev.shopwire.common.failure.Code;
import dev.shopwire.common.failure.Failure;
import dev.shopwire.common.json.BoundedJson;
import dev.shopwire.common.json.BoundedJson.Written;
import dev.shopwire.common.load.Reservation;

/**
 * Writes the bodies of messages between roles, which are JSON text of a bounded length. One that
 * would be longer becomes a failure that its caller can act on, before it takes the memory.
 */
public final class BusMessages {
  /** The longest body, in characters; far less than what the reader of JSON takes as one text. */
  public static final int MAX_LENGTH = 8 << 20;

  /**
   * Bytes of heap that a character of a reply takes: in the answer's text, and within the reply.
   */
  private static final int REPLY_WEIGHT = 2;

  private BusMessages() {}

  /**
   * The text of an answer, as a member of a reply.
   *
   * @throws Failure 422 {@code answer_too_large}
   */
  public static String answer(Object value) {
    return BoundedJson.write(value, MAX_LENGTH).text().orElseThrow(BusMessages::answerTooLarge);
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
                    "The call is too large to be passed on: as a JSON text it would have more than "
                        + MAX_LENGTH
                        + " characters. Send less at once"));
  }

  /**
   * @param held what the process holds for this reply, which grows while it is written
   * @throws Failure 422 {@code answer_too_large}, or 503 if the process has no room for it
   */
  static String reply(Object value, Reservation held) {
    Written written = BoundedJson.write(value, MAX_LENGTH, more -> held.take(REPLY_WEIGHT * more));
    if (written.stop().filter(stop -> stop == BoundedJson.Stop.NO_ROOM).isPresent()) {
      throw Failure.unavailable("Too many calls are under way");
    }
    return written.text().orElseThrow(BusMessages::answerTooLarge);
  }

  private static Failure answerTooLarge() {
    return Failure.of(
        Code.INVALID,
        "answer_too_large",
        "The answer would have more than "
            + MAX_LENGTH
            + " characters. Ask for less: a smaller take, a shorter range or fewer values");
  }
}
