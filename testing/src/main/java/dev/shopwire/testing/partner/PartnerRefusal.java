package dev.shopwire.testing.partner;

import graphql.GraphqlErrorException;
import java.util.Map;

/** Errors of the emulated platform that its clients can cause. */
final class PartnerRefusal {
  private PartnerRefusal() {}

  /** An error that appears in {@code errors} of the response with {@code extensions.code}. */
  static GraphqlErrorException of(String code, String message) {
    return GraphqlErrorException.newErrorException()
        .message(message)
        .extensions(Map.of("code", code))
        .build();
  }
}
