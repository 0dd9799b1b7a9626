/** The pages about what shops do: events, reports, visits, funnels, retention, metrics. */
@NullMarked
package dev.shopwire.console.pages.behavior;

import org.jspecify.annotations.NullMarked;
