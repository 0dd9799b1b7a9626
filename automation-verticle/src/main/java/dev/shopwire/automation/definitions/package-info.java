/** What a flow is: its trigger, who enters, its steps and what ends a run, all names resolved. */
@NullMarked
package dev.shopwire.automation.definitions;

import org.jspecify.annotations.NullMarked;
