@NullMarked
package dev.shopwire.automation.mail.senders;

import org.jspecify.annotations.NullMarked;
