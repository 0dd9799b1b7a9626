/** Who calls: API keys, cached for less than a second. */
@NullMarked
package dev.shopwire.ingest.auth;

import org.jspecify.annotations.NullMarked;
