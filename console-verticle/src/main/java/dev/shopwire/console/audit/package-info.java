/** Requests for the audit log. */
@NullMarked
package dev.shopwire.console.audit;

import org.jspecify.annotations.NullMarked;
