@NullMarked
package dev.shopwire.automation.composition;

import org.jspecify.annotations.NullMarked;
