/** The shared pieces of conditions in JSON, read and written. */
@NullMarked
package dev.shopwire.automation.language.json;

import org.jspecify.annotations.NullMarked;
