/** Mails to one recipient each: how they are queued, held and shown. */
@NullMarked
package dev.shopwire.automation.messages;

import org.jspecify.annotations.NullMarked;
