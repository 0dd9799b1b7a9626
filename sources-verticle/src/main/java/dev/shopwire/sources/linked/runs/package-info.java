/**
 * Runs of linked queries: what is read, how it differs from today's values, and what becomes of it.
 */
@NullMarked
package dev.shopwire.sources.linked.runs;

import org.jspecify.annotations.NullMarked;
