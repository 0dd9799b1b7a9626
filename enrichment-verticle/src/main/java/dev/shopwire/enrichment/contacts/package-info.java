/** Contacts of a shop: staff and other people. */
@NullMarked
package dev.shopwire.enrichment.contacts;

import org.jspecify.annotations.NullMarked;
