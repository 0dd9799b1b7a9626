/** Whom campaigns are for: sets of customers, and the addresses of each. */
@NullMarked
package dev.shopwire.automation.campaigns.audience;

import org.jspecify.annotations.NullMarked;
