/** Services, fixtures and clients that tests of several packages share. */
@NullMarked
package dev.shopwire.app.support;

import org.jspecify.annotations.NullMarked;
