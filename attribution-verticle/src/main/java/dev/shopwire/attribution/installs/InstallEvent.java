package dev.shopwire.attribution.installs;

import dev.shopwire.attribution.credit.SeenCode;
import java.time.Instant;
import java.util.Optional;

/**
 * An install event of the source.
 *
 * @param shop normalized domain
 * @param code from the URL, decoded
 */
record InstallEvent(String key, Instant time, String shop, Optional<SeenCode> code) {}
