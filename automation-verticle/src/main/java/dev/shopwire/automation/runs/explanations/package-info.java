/** Explains why customers entered flows or did not. */
@NullMarked
package dev.shopwire.automation.runs.explanations;

import org.jspecify.annotations.NullMarked;
