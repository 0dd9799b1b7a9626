/** Queries on databases of users that fill fields: what is stored of them, and when they run. */
@NullMarked
package dev.shopwire.sources.linked.queries;

import org.jspecify.annotations.NullMarked;
