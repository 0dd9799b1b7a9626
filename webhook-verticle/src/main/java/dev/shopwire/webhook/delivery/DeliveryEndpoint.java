package dev.shopwire.webhook.delivery;

import dev.shopwire.webhook.signing.SigningSecret;
import java.net.URI;
import java.time.Instant;
import java.util.List;

/**
 * An endpoint as delivery needs it.
 *
 * @param updatedAt when somebody changed it last
 * @param secrets valid ones, newest first; empty if they can't be read
 */
record DeliveryEndpoint(
    int workspaceId,
    long id,
    int lane,
    URI url,
    boolean ordered,
    Instant updatedAt,
    List<SigningSecret> secrets) {

  DeliveryEndpoint with(List<SigningSecret> others) {
    return new DeliveryEndpoint(workspaceId, id, lane, url, ordered, updatedAt, others);
  }
}
