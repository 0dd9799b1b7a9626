/** The pages about segments: their list, one segment, its form, and why a shop is in it. */
@NullMarked
package dev.shopwire.console.pages.segments;

import org.jspecify.annotations.NullMarked;
