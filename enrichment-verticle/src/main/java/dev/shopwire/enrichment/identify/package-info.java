/** {@code POST /identify}: creates and updates customers and their custom fields. */
@NullMarked
package dev.shopwire.enrichment.identify;

import org.jspecify.annotations.NullMarked;
