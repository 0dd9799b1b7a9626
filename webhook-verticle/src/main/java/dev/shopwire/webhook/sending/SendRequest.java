package dev.shopwire.webhook.sending;

import io.vertx.core.buffer.Buffer;
import java.net.URI;
import java.util.Map;

/**
 * A request that is to be sent.
 *
 * @param url absolute, http or https
 * @param headers all but those that HTTP itself needs
 * @param body exactly the bytes that were signed
 */
public record SendRequest(URI url, Map<String, String> headers, Buffer body) {}
