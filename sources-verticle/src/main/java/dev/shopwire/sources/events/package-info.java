/** The list of an app's partner records (docs/api/partner.md). */
@NullMarked
package dev.shopwire.sources.events;

import org.jspecify.annotations.NullMarked;
