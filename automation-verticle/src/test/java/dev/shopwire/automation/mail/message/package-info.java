@NullMarked
package dev.shopwire.automation.mail.message;

import org.jspecify.annotations.NullMarked;
