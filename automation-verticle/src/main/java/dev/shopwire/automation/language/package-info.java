/**
 * The language of conditions (docs/api/segments.md): reads conditions from text and from JSON,
 * checks names and types, and writes both forms. {@code kinds} has one class for each kind of leaf;
 * {@code draft} the conditions as they were sent, with the names not looked up yet.
 */
@NullMarked
package dev.shopwire.automation.language;

import org.jspecify.annotations.NullMarked;
