package dev.shopwire.webhook.delivery;

import dev.shopwire.webhook.signing.SigningSecret;
import java.net.URI;
import java.time.Instant;
import java.util.List;

/**
 * What delivery needs to know of an endpoint.
 *
 * @param updatedAt when it was last changed, other than by delivery itself
 * @param secrets valid ones, newest first; empty if they can't be decrypted
 */
record DeliveryEndpoint(
    long workspaceId,
    long id,
    int lane,
    URI url,
    boolean ordered,
    Instant updatedAt,
    List<SigningSecret> secrets) {

  DeliveryEndpoint withSecrets(List<SigningSecret> newSecrets) {
    return new DeliveryEndpoint(workspaceId, id, lane, url, ordered, updatedAt, newSecrets);
  }
}
