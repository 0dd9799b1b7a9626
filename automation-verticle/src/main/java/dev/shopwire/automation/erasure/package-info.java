/** Erases single addresses from everything about mails. */
@NullMarked
package dev.shopwire.automation.erasure;

import org.jspecify.annotations.NullMarked;
