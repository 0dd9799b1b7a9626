package dev.shopwire.app.segments.oracle;

import java.time.Instant;
import org.jspecify.annotations.Nullable;

/**
 * An affiliate's credit for a customer of one app.
 *
 * @param affiliate the id
 * @param code null if an admin assigned the credit
 */
record ModelCredit(
    String app, String affiliate, @Nullable String code, String carrier, Instant creditedAt) {}
