package dev.shopwire.app.cluster;

import com.hazelcast.config.JavaSerializationFilterConfig;

/**
 * Restricts which Java objects Hazelcast members may send each other. Requests and responses have
 * their own formats; only errors use Java serialization, so nothing else needs to be read.
 */
final class SerializationFilter {
  /** Packages of those Hazelcast exceptions that lists of members and entries can cause. */
  private static final String[] PACKAGES = {
    "com.hazelcast.config",
    "com.hazelcast.core",
    "com.hazelcast.internal.cluster.impl",
    "com.hazelcast.internal.partition",
    "com.hazelcast.map",
    "com.hazelcast.nio.serialization",
    "com.hazelcast.partition",
    "com.hazelcast.spi.exception",
    "com.hazelcast.spi.impl.operationservice",
    "com.hazelcast.splitbrainprotection"
  };

  /** The JDK's own exceptions, and the parts of an exception. */
  private static final String[] CLASSES = {
    "java.lang.Throwable",
    "java.lang.Exception",
    "java.lang.RuntimeException",
    "java.lang.Error",
    "java.lang.AssertionError",
    "java.lang.ArrayIndexOutOfBoundsException",
    "java.lang.ClassCastException",
    "java.lang.ClassNotFoundException",
    "java.lang.IllegalArgumentException",
    "java.lang.IllegalStateException",
    "java.lang.IndexOutOfBoundsException",
    "java.lang.InterruptedException",
    "java.lang.LinkageError",
    "java.lang.NoClassDefFoundError",
    "java.lang.NullPointerException",
    "java.lang.OutOfMemoryError",
    "java.lang.ReflectiveOperationException",
    "java.lang.StackOverflowError",
    "java.lang.UnsupportedOperationException",
    "java.lang.VirtualMachineError",
    "java.io.EOFException",
    "java.io.InvalidClassException",
    "java.io.IOException",
    "java.io.NotSerializableException",
    "java.io.ObjectStreamException",
    "java.util.ConcurrentModificationException",
    "java.util.NoSuchElementException",
    "java.util.concurrent.CancellationException",
    "java.util.concurrent.CompletionException",
    "java.util.concurrent.ExecutionException",
    "java.util.concurrent.RejectedExecutionException",
    "java.util.concurrent.TimeoutException",
    "java.lang.StackTraceElement",
    "[Ljava.lang.StackTraceElement;",
    "java.util.ArrayList",
    "java.util.Collections$EmptyList",
    "java.util.Collections$UnmodifiableCollection",
    "java.util.Collections$UnmodifiableList",
    "java.util.Collections$UnmodifiableRandomAccessList"
  };

  private SerializationFilter() {}

  static JavaSerializationFilterConfig config() {
    JavaSerializationFilterConfig filter = new JavaSerializationFilterConfig();
    // Hazelcast's defaults would accept everything that starts with com.hazelcast or java.
    filter.setDefaultsDisabled(true);
    filter.getWhitelist().addPackages(PACKAGES).addClasses(CLASSES);
    return filter;
  }
}
