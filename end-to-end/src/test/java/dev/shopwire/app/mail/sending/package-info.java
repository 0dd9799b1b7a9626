/** Tests of sending mails, with a mail server that does everything wrong. */
@NullMarked
package dev.shopwire.app.mail.sending;

import org.jspecify.annotations.NullMarked;
