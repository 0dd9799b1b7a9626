/** {@code POST /identify}: who a customer is, and what an app knows of it. */
@NullMarked
package dev.shopwire.enrichment.identify;

import org.jspecify.annotations.NullMarked;
