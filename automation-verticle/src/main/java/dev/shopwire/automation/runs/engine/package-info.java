/** Works on the causes and runs of customers: who enters, which steps are due, what they do. */
@NullMarked
package dev.shopwire.automation.runs.engine;

import org.jspecify.annotations.NullMarked;
