/** Puts mails together: a template with a recipient's values, from a sender, signed. */
@NullMarked
package dev.shopwire.automation.composition;

import org.jspecify.annotations.NullMarked;
