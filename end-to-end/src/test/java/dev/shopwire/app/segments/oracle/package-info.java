/**
 * Tests that compare segments with a reference that decides every condition by looking at all that
 * is known of one customer. It is written from the documented meaning (docs/api/segments.md) and
 * shares no code with the service's compiler.
 */
@NullMarked
package dev.shopwire.app.segments.oracle;

import org.jspecify.annotations.NullMarked;
