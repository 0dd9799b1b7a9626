/**
 * Tests of what all HTTP calls share: keys, tenants, limits, invalid input, documents and clients.
 */
@NullMarked
package dev.shopwire.app.api;

import org.jspecify.annotations.NullMarked;
