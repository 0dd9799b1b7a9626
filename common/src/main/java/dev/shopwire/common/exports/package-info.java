/** Complete lists: one role reads them from a snapshot, part by part; the console sends them. */
@NullMarked
package dev.shopwire.common.exports;

import org.jspecify.annotations.NullMarked;
