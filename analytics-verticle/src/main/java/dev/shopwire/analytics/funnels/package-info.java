/** Funnels and who left them (contract §7). */
@NullMarked
package dev.shopwire.analytics.funnels;

import org.jspecify.annotations.NullMarked;
