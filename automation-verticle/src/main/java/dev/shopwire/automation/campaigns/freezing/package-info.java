/** Makes the mails of campaigns that are started. */
@NullMarked
package dev.shopwire.automation.campaigns.freezing;

import org.jspecify.annotations.NullMarked;
