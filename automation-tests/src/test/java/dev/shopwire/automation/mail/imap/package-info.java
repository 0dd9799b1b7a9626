@NullMarked
package dev.shopwire.automation.mail.imap;

import org.jspecify.annotations.NullMarked;
