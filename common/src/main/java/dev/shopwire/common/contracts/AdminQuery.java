package dev.shopwire.common.contracts;

import dev.shopwire.common.access.Caller;
import java.util.Map;

/**
 * A console query whose parameters are parsed by the role that serves it.
 *
 * @param id from the path
 * @param parameters the query parameters, unparsed
 * @param caller who makes the request
 */
public record AdminQuery(long id, Map<String, String> parameters, Caller caller) {}
