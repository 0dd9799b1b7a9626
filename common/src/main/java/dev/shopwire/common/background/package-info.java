/** Work in the background: what repeated tasks have in common, and the creation of indexes. */
@NullMarked
package dev.shopwire.common.background;

import org.jspecify.annotations.NullMarked;
