/** Install events: read from a connected warehouse as configured, and credited by first touch. */
@NullMarked
package dev.shopwire.attribution.installs;

import org.jspecify.annotations.NullMarked;
