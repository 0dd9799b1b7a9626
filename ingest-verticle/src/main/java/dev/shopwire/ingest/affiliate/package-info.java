/** The tracking script for affiliate links, and the route that sets its cookie. */
@NullMarked
package dev.shopwire.ingest.affiliate;

import org.jspecify.annotations.NullMarked;
