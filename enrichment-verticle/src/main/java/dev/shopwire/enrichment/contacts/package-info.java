/** Staff and other people of a shop. */
@NullMarked
package dev.shopwire.enrichment.contacts;

import org.jspecify.annotations.NullMarked;
