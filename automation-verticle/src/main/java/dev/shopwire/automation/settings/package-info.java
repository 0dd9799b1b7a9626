/** How a workspace sends mails: sandbox, quiet hours, frequency cap, sender. */
@NullMarked
package dev.shopwire.automation.settings;

import org.jspecify.annotations.NullMarked;
