/** Tests of the rules that all modules follow: dependencies, ownership of tables, declarations. */
@NullMarked
package dev.shopwire.rules;

import org.jspecify.annotations.NullMarked;
