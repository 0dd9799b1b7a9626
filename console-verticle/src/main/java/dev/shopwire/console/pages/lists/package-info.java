/** Lists of the API as pages show them: filters, table, export, and why there are no rows. */
@NullMarked
package dev.shopwire.console.pages.lists;

import org.jspecify.annotations.NullMarked;
