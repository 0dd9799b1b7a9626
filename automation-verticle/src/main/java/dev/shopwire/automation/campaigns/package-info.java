/** Campaigns: what they are, their states, and the calls about them. */
@NullMarked
package dev.shopwire.automation.campaigns;

import org.jspecify.annotations.NullMarked;
