/** The public route to which relays post reports of bounces and complaints. */
@NullMarked
package dev.shopwire.ingest.mailreports;

import org.jspecify.annotations.NullMarked;
