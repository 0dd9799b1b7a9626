@NullMarked
package dev.shopwire.automation.reports;

import org.jspecify.annotations.NullMarked;
