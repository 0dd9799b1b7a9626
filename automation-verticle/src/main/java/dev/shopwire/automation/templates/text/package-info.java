/** The text part of a mail, made from its HTML. */
@NullMarked
package dev.shopwire.automation.templates.text;

import org.jspecify.annotations.NullMarked;
