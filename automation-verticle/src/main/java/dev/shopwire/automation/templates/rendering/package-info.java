/** Values of a mail and how they are written where they stand. */
@NullMarked
package dev.shopwire.automation.templates.rendering;

import org.jspecify.annotations.NullMarked;
