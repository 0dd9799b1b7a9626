/** Tests that the files of conf/, with which operators deploy, match the service and each other. */
@NullMarked
package dev.shopwire.rules.deployment;

import org.jspecify.annotations.NullMarked;
