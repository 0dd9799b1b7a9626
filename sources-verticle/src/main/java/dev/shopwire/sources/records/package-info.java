/** Records of the partner interface, as dialects map them and figures use them. */
@NullMarked
package dev.shopwire.sources.records;

import org.jspecify.annotations.NullMarked;
