/** By which servers, and from which addresses, mails are sent. */
@NullMarked
package dev.shopwire.automation.mail.senders;

import org.jspecify.annotations.NullMarked;
