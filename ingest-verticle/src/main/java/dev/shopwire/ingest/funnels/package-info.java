/** Funnels and who left them (contract §7). */
@NullMarked
package dev.shopwire.ingest.funnels;

import org.jspecify.annotations.NullMarked;
