@NullMarked
package dev.shopwire.automation.sending;

import org.jspecify.annotations.NullMarked;
