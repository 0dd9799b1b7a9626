@NullMarked
package dev.shopwire.automation.templates;

import org.jspecify.annotations.NullMarked;
