/** Receiving and storing usage events: formats, duplicates, sessions, backpressure, retention. */
@NullMarked
package dev.shopwire.app.events;

import org.jspecify.annotations.NullMarked;
