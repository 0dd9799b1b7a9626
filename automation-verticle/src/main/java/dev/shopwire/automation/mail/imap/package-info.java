/** Reads mailboxes by IMAP (RFC 3501), within limits of bytes and time. */
@NullMarked
package dev.shopwire.automation.mail.imap;

import org.jspecify.annotations.NullMarked;
