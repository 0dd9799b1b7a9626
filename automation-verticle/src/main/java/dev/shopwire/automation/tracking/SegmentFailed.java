package dev.shopwire.automation.tracking;

/** The evaluation of one segment failed, which aborted the transaction of a round. */
final class SegmentFailed extends Exception {
  private static final long serialVersionUID = 1;

  private final long segmentId;

  SegmentFailed(long segmentId, Throwable cause) {
    super(cause);
    this.segmentId = segmentId;
  }

  long segmentId() {
    return segmentId;
  }
}
