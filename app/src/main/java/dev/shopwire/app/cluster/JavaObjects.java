package dev.shopwire.app.cluster;

import com.hazelcast.config.JavaSerializationFilterConfig;

/**
 * Which Java objects a member of Hazelcast may send to another. Its requests and answers have forms
 * of their own; only errors travel by Java's serialization, so nothing else needs to be read.
 */
final class JavaObjects {
  /** Where Hazelcast keeps its exceptions, as far as lists of members and entries can meet them. */
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

  /** The JDK's own exceptions, and what an exception is made of. */
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

  private JavaObjects() {}

  static JavaSerializationFilterConfig known() {
    JavaSerializationFilterConfig filter = new JavaSerializationFilterConfig();
    // Without them Hazelcast adds its own, which take all that begins with com.hazelcast or java.
    filter.setDefaultsDisabled(true);
    filter.getWhitelist().addPackages(PACKAGES).addClasses(CLASSES);
    return filter;
  }
}
