package dev.shopwire.app.mail.sending;

import java.util.Optional;

/**
 * What a mail server does instead of taking a mail.
 *
 * @param reply absent if it closes the connection
 * @param takes whether it takes the mail nevertheless, if it has all of it
 * @param pace how the reply is written
 */
public record Fault(Optional<String> reply, boolean takes, Pace pace) {
  public static final Fault DROP = new Fault(Optional.empty(), false, Pace.AT_ONCE);
  public static final Fault TAKE_AND_DROP = new Fault(Optional.empty(), true, Pace.AT_ONCE);

  /** It takes the mail, and never says so. */
  public static final Fault HANG = new Fault(Optional.of(""), true, Pace.NEVER);

  /** How a reply is written. */
  public enum Pace {
    AT_ONCE,
    BYTE_BY_BYTE,
    NEVER
  }

  public static Fault reply(String reply) {
    return new Fault(Optional.of(reply), false, Pace.AT_ONCE);
  }

  /** A reply of which a byte comes now and then. */
  public static Fault drip(String reply) {
    return new Fault(Optional.of(reply), false, Pace.BYTE_BY_BYTE);
  }
}
