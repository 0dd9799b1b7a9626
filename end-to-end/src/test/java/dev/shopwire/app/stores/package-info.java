/** Tests of PostgreSQL and Redis: connections, topologies, outages and restores. */
@NullMarked
package dev.shopwire.app.stores;

import org.jspecify.annotations.NullMarked;
