@NullMarked
package dev.shopwire.automation.language.kinds;

import org.jspecify.annotations.NullMarked;
