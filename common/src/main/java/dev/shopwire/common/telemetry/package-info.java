/** What operators see: meters of requests, and the ids that tie log lines and spans to them. */
@NullMarked
package dev.shopwire.common.telemetry;

import org.jspecify.annotations.NullMarked;
