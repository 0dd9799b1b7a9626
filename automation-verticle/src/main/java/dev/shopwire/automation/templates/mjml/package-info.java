/** Turns MJML into HTML and keeps the tags of the template in place. */
@NullMarked
package dev.shopwire.automation.templates.mjml;

import org.jspecify.annotations.NullMarked;
