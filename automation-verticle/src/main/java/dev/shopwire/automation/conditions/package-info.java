/**
 * Conditions on customers as trees, independent of how they are written and evaluated
 * (docs/api/segments.md). Names are resolved: trees refer to fields, apps, segments and affiliates
 * by their ids.
 */
@NullMarked
package dev.shopwire.automation.conditions;

import org.jspecify.annotations.NullMarked;
