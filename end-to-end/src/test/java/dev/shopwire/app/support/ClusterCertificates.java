package dev.shopwire.app.support;

import dev.shopwire.testing.Certificates;
import java.nio.file.Path;
import java.util.Map;

/** Creates a certificate authority and a certificate for nodes on this machine. */
public final class ClusterCertificates {
  private static final String NODE = "node";

  private final Certificates certificates;

  public ClusterCertificates(Path directory) {
    certificates = new Certificates(directory);
    certificates.sign(NODE, "ip:127.0.0.1,dns:localhost");
  }

  /** The settings of a node that uses these certificates. */
  public Map<String, String> settings() {
    return Map.of(
        "SHOPWIRE_CLUSTER_TLS_CERTIFICATE", certificates.certificate(NODE).toString(),
        "SHOPWIRE_CLUSTER_TLS_KEY", certificates.key(NODE).toString(),
        "SHOPWIRE_CLUSTER_TLS_AUTHORITY", certificates.ca().toString());
  }
}
