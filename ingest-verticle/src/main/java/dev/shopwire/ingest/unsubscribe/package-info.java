/**
 * The public page on which recipients of mails unsubscribe, and their mail programs by one click
 * (RFC 8058).
 */
@NullMarked
package dev.shopwire.ingest.unsubscribe;

import org.jspecify.annotations.NullMarked;
