/**
 * Conditions as they were sent: what their names mean is not known yet. Looking the names up and
 * checking types makes them {@link dev.shopwire.automation.conditions.Condition}s.
 */
@NullMarked
package dev.shopwire.automation.language.draft;

import org.jspecify.annotations.NullMarked;
