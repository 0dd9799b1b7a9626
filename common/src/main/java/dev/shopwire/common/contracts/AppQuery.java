package dev.shopwire.common.contracts;

import java.util.Map;

/**
 * A read request of an app's backend, admitted by the public edge.
 *
 * @param workspaceId of the key
 * @param appId of the key
 * @param id from the path; empty if the path has none
 * @param parameters the query parameters, unparsed
 */
public record AppQuery(long workspaceId, long appId, String id, Map<String, String> parameters) {}
