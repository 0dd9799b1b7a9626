/** Flows: their drafts and versions, what starts them, and the console's calls about them. */
@NullMarked
package dev.shopwire.automation.flows;

import org.jspecify.annotations.NullMarked;
