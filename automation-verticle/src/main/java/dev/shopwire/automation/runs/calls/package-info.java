/** The API's calls about runs of flows. */
@NullMarked
package dev.shopwire.automation.runs.calls;

import org.jspecify.annotations.NullMarked;
