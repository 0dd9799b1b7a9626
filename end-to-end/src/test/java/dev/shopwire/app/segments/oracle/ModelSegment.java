package dev.shopwire.app.segments.oracle;

import com.fasterxml.jackson.databind.JsonNode;
import java.time.ZoneId;

/**
 * A saved segment.
 *
 * @param condition as it was saved, without groups of one
 * @param leaves of its condition and of all that it nests
 * @param depth 1 if it nests no segment
 */
record ModelSegment(
    String id, String name, JsonNode condition, ZoneId zone, int leaves, int depth) {}
