package dev.shopwire.common.contracts;

import dev.shopwire.common.bus.BusMessages;

/**
 * The answer to a call that an edge passed on: JSON text, which the edge sends as it is.
 *
 * @param json a JSON object
 */
public record JsonResponse(String json) {

  /**
   * {@code value} as Jackson writes it.
   *
   * @throws dev.shopwire.common.failure.Failure 422 if it is longer than a reply may be
   */
  public static JsonResponse of(Object value) {
    return new JsonResponse(BusMessages.answer(value));
  }
}
