/** TLS between members of the cluster: who they are to each other, on the bus and in Hazelcast. */
@NullMarked
package dev.shopwire.app.cluster.tls;

import org.jspecify.annotations.NullMarked;
