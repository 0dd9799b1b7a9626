/** Tests of how runs go on. */
@NullMarked
package dev.shopwire.automation.runs.machine;

import org.jspecify.annotations.NullMarked;
