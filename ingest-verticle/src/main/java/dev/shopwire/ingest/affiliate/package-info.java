/** The tracking script of affiliate links, and the route that sets its cookie by header. */
@NullMarked
package dev.shopwire.ingest.affiliate;

import org.jspecify.annotations.NullMarked;
