package dev.shopwire.sources.linked.runs;

import java.util.Locale;

/**
 * What has become of a run: it is read, then applied at once or held until it is approved. A query
 * has one run at a time that is being read, applied or held.
 */
public enum RunStatus {
  /** It waits for its turn, is read, or is compared; then held, applying, applied or failed. */
  READING,
  /** Its values are being written; then applied or failed. */
  APPLYING,
  APPLIED,
  /** The guard has stopped it; then applying, rejected or superseded. */
  HELD,
  /** Another run was begun, or the query was changed, while it was held. */
  SUPERSEDED,
  REJECTED,
  FAILED;

  public String id() {
    return name().toLowerCase(Locale.ROOT);
  }

  static RunStatus of(String id) {
    return valueOf(id.toUpperCase(Locale.ROOT));
  }
}
