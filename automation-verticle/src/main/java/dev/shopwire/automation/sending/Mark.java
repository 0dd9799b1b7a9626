package dev.shopwire.automation.sending;

import dev.shopwire.automation.messages.Mail;
import io.vertx.core.Promise;
import io.vertx.core.buffer.Buffer;

/**
 * A mail whose DATA waits for its row to be {@code sending}.
 *
 * @param source as it is sent, deflated
 * @param done completes when it may be written
 */
record Mark(Mail mail, String subject, Buffer source, Promise<Void> done) {}
