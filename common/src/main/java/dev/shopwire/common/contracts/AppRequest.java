package dev.shopwire.common.contracts;

import java.util.Map;

/**
 * A request of an app's backend, admitted by the edge and forwarded unparsed to the role that owns
 * the data.
 *
 * @param workspaceId of the key
 * @param appId of the key
 * @param body JSON text
 * @param aliases alternative names of body fields, mapped to the documented names
 */
public record AppRequest(long workspaceId, long appId, String body, Map<String, String> aliases) {}
