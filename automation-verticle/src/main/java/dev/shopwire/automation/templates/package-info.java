/** Templates of mails: checked when they are saved, rendered once per mail. */
@NullMarked
package dev.shopwire.automation.templates;

import org.jspecify.annotations.NullMarked;
