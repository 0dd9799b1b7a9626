/** Mail addresses, and how a mail becomes bytes: header fields, MIME parts and their encodings. */
@NullMarked
package dev.shopwire.automation.mail.message;

import org.jspecify.annotations.NullMarked;
