package dev.shopwire.common.contracts;

import java.util.Map;

/**
 * A read of an app's backend, which the public edge has let in.
 *
 * @param workspaceId of the key
 * @param appId of the key
 * @param id from the path; empty where the path has none
 * @param parameters of the query, as they came
 */
public record AppQuery(int workspaceId, int appId, String id, Map<String, String> parameters) {}
