package dev.shopwire.common.bus;

/**
 * The response to a request that an edge forwarded: JSON text, which the edge sends unchanged.
 *
 * @param json a JSON object
 */
public record JsonResponse(String json) {
  private static final JsonResponse SUCCESS = new JsonResponse("{\"success\":true}");

  /** The response to a request that has nothing to return. */
  public static JsonResponse success() {
    return SUCCESS;
  }

  /**
   * Serializes {@code value} with Jackson.
   *
   * @throws dev.shopwire.common.failure.Failure 422 if it is longer than a reply may be
   */
  public static JsonResponse of(Object value) {
    return new JsonResponse(BusMessages.response(value));
  }
}
