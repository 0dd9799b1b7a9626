/** Users' API tokens. */
@NullMarked
package dev.shopwire.console.tokens;

import org.jspecify.annotations.NullMarked;
