package dev.shopwire.common.contracts;

import java.util.Map;

/**
 * A call of an app's backend that the edge has let in and passes on as it came; the role that owns
 * the matter reads it.
 *
 * @param workspaceId of the key
 * @param appId of the key
 * @param body JSON text
 * @param aliases other names of the body's members, and their own
 */
public record AppRequest(int workspaceId, int appId, String body, Map<String, String> aliases) {}
