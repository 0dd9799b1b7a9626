/** How fast mails are sent, and what they do to ingest and to each other. */
@NullMarked
package dev.shopwire.benchmarks.mail;

import org.jspecify.annotations.NullMarked;
