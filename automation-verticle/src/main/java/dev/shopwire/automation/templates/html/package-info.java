/** Decides where in HTML a tag of a template stands, and refuses unsafe places. */
@NullMarked
package dev.shopwire.automation.templates.html;

import org.jspecify.annotations.NullMarked;
