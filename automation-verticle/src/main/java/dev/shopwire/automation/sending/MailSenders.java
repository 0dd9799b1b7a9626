package dev.shopwire.automation.sending;

import io.vertx.core.Future;
import java.util.Optional;

/** Finds senders. Asked often, so answers may be some seconds old. */
public interface MailSenders {
  /**
   * Never asked for the outbox.
   *
   * @param id 0 for the configured sender
   * @return empty if it was removed: its mails fail
   */
  Future<Optional<MailSender>> find(long id);
}
