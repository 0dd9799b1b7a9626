/** PostgreSQL and Redis: ways to connect to them, their topologies, outages and restores. */
@NullMarked
package dev.shopwire.app.stores;

import org.jspecify.annotations.NullMarked;
