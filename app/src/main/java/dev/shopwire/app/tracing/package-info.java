/** Traces requests and exports their spans to a collector (OTLP). */
@NullMarked
package dev.shopwire.app.tracing;

import org.jspecify.annotations.NullMarked;
