/** Files on the class path. */
@NullMarked
package dev.shopwire.common.resources;

import org.jspecify.annotations.NullMarked;
