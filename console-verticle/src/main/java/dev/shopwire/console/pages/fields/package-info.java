/** The pages about custom fields and their promotion. */
@NullMarked
package dev.shopwire.console.pages.fields;

import org.jspecify.annotations.NullMarked;
