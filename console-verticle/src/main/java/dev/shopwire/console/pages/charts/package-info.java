/**
 * Charts as SVG, drawn on the server: without styles, which the policy of pages forbids, and with a
 * name. Each page shows the same numbers in a table too.
 */
@NullMarked
package dev.shopwire.console.pages.charts;

import org.jspecify.annotations.NullMarked;
