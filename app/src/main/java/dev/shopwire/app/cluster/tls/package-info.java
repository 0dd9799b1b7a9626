/** TLS with mutual authentication between cluster members, on the bus and in Hazelcast. */
@NullMarked
package dev.shopwire.app.cluster.tls;

import org.jspecify.annotations.NullMarked;
