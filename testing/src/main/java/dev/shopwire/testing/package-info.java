/** Test support: stores, running services, clients, and a real event stream. */
@NullMarked
package dev.shopwire.testing;

import org.jspecify.annotations.NullMarked;
