/** The calls about lifecycles (docs/api/partner.md). */
@NullMarked
package dev.shopwire.sources.lifecycle.calls;

import org.jspecify.annotations.NullMarked;
