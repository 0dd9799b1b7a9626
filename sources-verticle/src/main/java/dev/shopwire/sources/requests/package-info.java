/** Requests to a platform's partner interface, and what the responses mean. */
@NullMarked
package dev.shopwire.sources.requests;

import org.jspecify.annotations.NullMarked;
