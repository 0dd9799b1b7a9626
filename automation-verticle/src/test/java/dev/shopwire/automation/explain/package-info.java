@NullMarked
package dev.shopwire.automation.explain;

import org.jspecify.annotations.NullMarked;
