@NullMarked
package dev.shopwire.automation.language;

import org.jspecify.annotations.NullMarked;
