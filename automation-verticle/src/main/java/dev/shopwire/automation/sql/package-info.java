/**
 * SQL of conditions: the customers that satisfy one, tests of given customers, what changes may
 * change the result, and whom a moving bound of time passes (docs/api/segments.md).
 */
@NullMarked
package dev.shopwire.automation.sql;

import org.jspecify.annotations.NullMarked;
