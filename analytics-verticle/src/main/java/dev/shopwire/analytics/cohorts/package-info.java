/** Whether customers come back (contract §7). */
@NullMarked
package dev.shopwire.analytics.cohorts;

import org.jspecify.annotations.NullMarked;
