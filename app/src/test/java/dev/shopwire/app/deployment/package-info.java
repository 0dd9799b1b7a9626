/** Whether the files of conf/, with which operators deploy, fit the service and each other. */
@NullMarked
package dev.shopwire.app.deployment;

import org.jspecify.annotations.NullMarked;
