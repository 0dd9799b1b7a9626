package dev.shopwire.common.contracts;

import java.util.Map;

/**
 * The console asks something with parameters that the role that answers reads.
 *
 * @param id from the path
 * @param parameters of the query, as they came
 */
public record AdminQuery(long id, Map<String, String> parameters) {}
