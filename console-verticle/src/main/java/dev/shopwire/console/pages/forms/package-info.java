/** Forms of pages: fields, submitted values, faults, and the JSON bodies made from them. */
@NullMarked
package dev.shopwire.console.pages.forms;

import org.jspecify.annotations.NullMarked;
