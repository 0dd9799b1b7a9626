/** What all reads share: their parameters, their SQL and the connections that they may use. */
@NullMarked
package dev.shopwire.analytics.query;

import org.jspecify.annotations.NullMarked;
