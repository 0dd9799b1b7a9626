/** A customer's timeline, merged from what all roles know (docs/api/console-lists.md). */
@NullMarked
package dev.shopwire.console.timeline;

import org.jspecify.annotations.NullMarked;
