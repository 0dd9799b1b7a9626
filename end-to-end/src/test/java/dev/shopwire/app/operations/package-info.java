/** Tests of operations: restarts, logs, metrics, traces, limits of load and memory. */
@NullMarked
package dev.shopwire.app.operations;

import org.jspecify.annotations.NullMarked;
