/** Reads, validates and stores usage events, each exactly once. */
@NullMarked
package dev.shopwire.ingest.events;

import org.jspecify.annotations.NullMarked;
