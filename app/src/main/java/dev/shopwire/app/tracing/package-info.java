/** Spans of what a request causes, sent to a collector (OTLP). */
@NullMarked
package dev.shopwire.app.tracing;

import org.jspecify.annotations.NullMarked;
