/** What pages are composed of, each part with a template of its own. */
@NullMarked
package dev.shopwire.console.pages.parts;

import org.jspecify.annotations.NullMarked;
