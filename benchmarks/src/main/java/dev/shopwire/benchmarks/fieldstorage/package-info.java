/** Compares ways to store custom fields of a million customers; see decision record 0002. */
@NullMarked
package dev.shopwire.benchmarks.fieldstorage;

import org.jspecify.annotations.NullMarked;
