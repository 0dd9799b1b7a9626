/** Why a customer satisfies a condition or not, leaf by leaf (docs/api/segments.md). */
@NullMarked
package dev.shopwire.automation.explain;

import org.jspecify.annotations.NullMarked;
