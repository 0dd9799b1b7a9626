/** Tests who may call which operation of the console and see which of its pages. */
@NullMarked
package dev.shopwire.app.console.access;

import org.jspecify.annotations.NullMarked;
