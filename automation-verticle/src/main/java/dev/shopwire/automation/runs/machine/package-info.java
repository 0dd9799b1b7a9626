/** How a run of a flow continues: pure functions of its definition, its state and what happened. */
@NullMarked
package dev.shopwire.automation.runs.machine;

import org.jspecify.annotations.NullMarked;
