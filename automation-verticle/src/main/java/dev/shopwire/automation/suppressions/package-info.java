/** Topics of mails, and the addresses that get none. */
@NullMarked
package dev.shopwire.automation.suppressions;

import org.jspecify.annotations.NullMarked;
