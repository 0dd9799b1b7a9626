/**
 * The template language, apart from where its tags stand: paths, placeholders, if-blocks and
 * faults.
 */
@NullMarked
package dev.shopwire.automation.templates.language;

import org.jspecify.annotations.NullMarked;
