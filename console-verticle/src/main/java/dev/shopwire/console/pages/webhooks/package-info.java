/** The pages about webhooks: endpoints, their deliveries, replays, signatures. */
@NullMarked
package dev.shopwire.console.pages.webhooks;

import org.jspecify.annotations.NullMarked;
