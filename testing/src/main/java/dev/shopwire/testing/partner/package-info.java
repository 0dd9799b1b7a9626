/**
 * An emulator of the platform's partner interface, with random histories and faults: {@code
 * docs/partner-emulator.md}.
 */
@NullMarked
package dev.shopwire.testing.partner;

import org.jspecify.annotations.NullMarked;
