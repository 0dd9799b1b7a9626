/** Settings from a file and the environment; an invalid or unknown one prevents startup. */
@NullMarked
package dev.shopwire.common.config;

import org.jspecify.annotations.NullMarked;
