/** Whether the automation of a workspace keeps up: its flows, its mails and its senders. */
@NullMarked
package dev.shopwire.automation.health;

import org.jspecify.annotations.NullMarked;
