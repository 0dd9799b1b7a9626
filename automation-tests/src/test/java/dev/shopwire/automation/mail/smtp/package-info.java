@NullMarked
package dev.shopwire.automation.mail.smtp;

import org.jspecify.annotations.NullMarked;
