/** What may start runs or move them on: from stored usage events to the queue of each customer. */
@NullMarked
package dev.shopwire.automation.runs.causes;

import org.jspecify.annotations.NullMarked;
