package dev.shopwire.common.contracts;

import java.util.Map;

/**
 * A console query whose parameters are parsed by the role that serves it.
 *
 * @param id from the path
 * @param parameters the query parameters, unparsed
 */
public record AdminQuery(long id, Map<String, String> parameters) {}
