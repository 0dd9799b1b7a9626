/** Services, workspaces and clients that tests of several packages use. */
@NullMarked
package dev.shopwire.app.support;

import org.jspecify.annotations.NullMarked;
