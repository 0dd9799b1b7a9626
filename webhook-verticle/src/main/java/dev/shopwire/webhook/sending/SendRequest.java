package dev.shopwire.webhook.sending;

import io.vertx.core.buffer.Buffer;
import java.net.URI;
import java.util.Map;

/**
 * A request to be sent.
 *
 * @param url absolute, http or https
 * @param headers all except those that HTTP itself requires
 * @param body exactly the bytes that were signed
 */
public record SendRequest(URI url, Map<String, String> headers, Buffer body) {}
