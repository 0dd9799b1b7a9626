/**
 * A real PostgreSQL for a machine that has only a JDK: unpacked from the class path, run as a child
 * process on the loopback interface, with durable settings and passwords.
 */
@NullMarked
package dev.shopwire.embedded;

import org.jspecify.annotations.NullMarked;
