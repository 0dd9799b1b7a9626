/**
 * An SMTP client (RFC 5321) that says how far a mail got. Written here because vertx-mail-client
 * doesn't say whether DATA had begun when it failed, and sends DATA along with RCPT, so that its
 * caller could not know whether a mail may have been taken.
 */
@NullMarked
package dev.shopwire.automation.mail.smtp;

import org.jspecify.annotations.NullMarked;
