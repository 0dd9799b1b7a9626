package dev.shopwire.attribution.installs;

import dev.shopwire.attribution.credit.SeenCode;
import java.time.Instant;
import java.util.Optional;

/**
 * An install that the source observed.
 *
 * @param shop normalised domain
 * @param code from the URL, decoded
 */
record InstallEvent(String key, Instant time, String shop, Optional<SeenCode> code) {}
