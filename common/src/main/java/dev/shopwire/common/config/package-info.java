/** Settings: a file, then the environment; a wrong or unknown one stops the start. */
@NullMarked
package dev.shopwire.common.config;

import org.jspecify.annotations.NullMarked;
