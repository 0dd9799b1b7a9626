@NullMarked
package dev.shopwire.automation.mail.dkim;

import org.jspecify.annotations.NullMarked;
