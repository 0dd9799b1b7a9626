/** Secrets that must be stored readable: encrypted with keys that are not in the database. */
@NullMarked
package dev.shopwire.common.secrets;

import org.jspecify.annotations.NullMarked;
