/** What is given up because it is too old, and what is forgotten. */
@NullMarked
package dev.shopwire.webhook.purging;

import org.jspecify.annotations.NullMarked;
