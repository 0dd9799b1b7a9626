/** What is given up because it is too old, and what is forgotten. */
@NullMarked
package dev.shopwire.webhook.retention;

import org.jspecify.annotations.NullMarked;
