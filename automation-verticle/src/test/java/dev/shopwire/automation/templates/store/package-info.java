/** Tests of saved templates. */
@NullMarked
package dev.shopwire.automation.templates.store;

import org.jspecify.annotations.NullMarked;
