/** Joining processes into one event bus: who is there, and who listens where. */
@NullMarked
package dev.shopwire.app.cluster;

import org.jspecify.annotations.NullMarked;
