/**
 * Runs a real PostgreSQL on a machine that has only a JDK: unpacked from the class path, as a child
 * process on the loopback interface, with durable settings and passwords.
 */
@NullMarked
package dev.shopwire.embedded;

import org.jspecify.annotations.NullMarked;
