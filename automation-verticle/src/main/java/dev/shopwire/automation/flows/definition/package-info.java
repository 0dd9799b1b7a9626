/** What a flow is: its trigger, who enters, its steps and what ends a run, all names resolved. */
@NullMarked
package dev.shopwire.automation.flows.definition;

import org.jspecify.annotations.NullMarked;
