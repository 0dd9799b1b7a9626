/** Connections to PostgreSQL and the classification of its errors. */
@NullMarked
package dev.shopwire.common.postgres;

import org.jspecify.annotations.NullMarked;
