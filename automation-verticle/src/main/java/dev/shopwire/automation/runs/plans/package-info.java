/** Published versions of flows, prepared for running. */
@NullMarked
package dev.shopwire.automation.runs.plans;

import org.jspecify.annotations.NullMarked;
