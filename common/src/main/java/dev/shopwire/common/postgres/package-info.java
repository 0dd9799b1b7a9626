/** Connections to PostgreSQL and the meaning of its errors. */
@NullMarked
package dev.shopwire.common.postgres;

import org.jspecify.annotations.NullMarked;
