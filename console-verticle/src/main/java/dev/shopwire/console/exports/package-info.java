/** Complete lists as files: counts, CSV and NDJSON (docs/api/console-lists.md). */
@NullMarked
package dev.shopwire.console.exports;

import org.jspecify.annotations.NullMarked;
