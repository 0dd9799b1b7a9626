package dev.shopwire.app.mail.sending;

import java.util.Optional;

/**
 * What a mail server does instead of taking a mail.
 *
 * @param reply absent if it closes the connection
 * @param takes whether it takes the mail nevertheless, if it has all of it
 */
record Fault(Optional<String> reply, boolean takes) {
  static final Fault DROP = new Fault(Optional.empty(), false);
  static final Fault TAKE_AND_DROP = new Fault(Optional.empty(), true);

  static Fault reply(String reply) {
    return new Fault(Optional.of(reply), false);
  }
}
