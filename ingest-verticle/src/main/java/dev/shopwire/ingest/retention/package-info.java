/** Whether customers come back (contract §7). */
@NullMarked
package dev.shopwire.ingest.retention;

import org.jspecify.annotations.NullMarked;
