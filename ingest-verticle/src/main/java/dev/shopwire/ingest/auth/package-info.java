/** Authenticates callers by API keys, which are cached for less than a second. */
@NullMarked
package dev.shopwire.ingest.auth;

import org.jspecify.annotations.NullMarked;
