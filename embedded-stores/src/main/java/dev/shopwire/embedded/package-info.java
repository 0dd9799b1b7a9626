/**
 * Real PostgreSQL and Redis for a machine that has only a JDK: unpacked from the class path, run as
 * child processes on the loopback interface, with durable settings and passwords.
 */
@NullMarked
package dev.shopwire.embedded;

import org.jspecify.annotations.NullMarked;
