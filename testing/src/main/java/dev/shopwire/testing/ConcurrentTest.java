package dev.shopwire.testing;

import java.lang.annotation.Documented;
import java.lang.annotation.ElementType;
import java.lang.annotation.Retention;
import java.lang.annotation.RetentionPolicy;
import java.lang.annotation.Target;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.parallel.Execution;
import org.junit.jupiter.api.parallel.ExecutionMode;

/**
 * Marks a test that runs while other tests of its class run, since it mostly waits. All tests of
 * the class must have their own data and leave what they share as it is; none may depend on how
 * busy the machine is. Annotates methods, not classes: a class that is marked as concurrent runs
 * together with other classes, too, where one JVM runs all of them.
 */
@Documented
@Retention(RetentionPolicy.RUNTIME)
@Target(ElementType.METHOD)
@Test
@Execution(ExecutionMode.CONCURRENT)
public @interface ConcurrentTest {}
