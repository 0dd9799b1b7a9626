/** Which events a read is about: its parameters and their SQL (contract §7). */
@NullMarked
package dev.shopwire.analytics.filters;

import org.jspecify.annotations.NullMarked;
