/** Tests of how runs continue. */
@NullMarked
package dev.shopwire.automation.runs.machine;

import org.jspecify.annotations.NullMarked;
