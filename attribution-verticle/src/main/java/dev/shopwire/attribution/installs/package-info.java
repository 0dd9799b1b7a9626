/** Install events of a connected warehouse, read by configuration and credited by first touch. */
@NullMarked
package dev.shopwire.attribution.installs;

import org.jspecify.annotations.NullMarked;
