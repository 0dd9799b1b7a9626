/** What started runs, for what is made of their events. */
@NullMarked
package dev.shopwire.automation.runs.events;

import org.jspecify.annotations.NullMarked;
