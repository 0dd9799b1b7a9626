/** Bounces and complaints that relays, mail servers and mailbox providers report. */
@NullMarked
package dev.shopwire.automation.reports;

import org.jspecify.annotations.NullMarked;
