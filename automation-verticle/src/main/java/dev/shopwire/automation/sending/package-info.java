/** Sends queued mails: one process for a sender at a time, and each mail at most once. */
@NullMarked
package dev.shopwire.automation.sending;

import org.jspecify.annotations.NullMarked;
