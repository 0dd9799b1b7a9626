/** Tests that the files of conf/, with which operators deploy, match the service and each other. */
@NullMarked
package dev.shopwire.app.deployment;

import org.jspecify.annotations.NullMarked;
