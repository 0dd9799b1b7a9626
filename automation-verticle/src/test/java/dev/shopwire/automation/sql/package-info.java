@NullMarked
package dev.shopwire.automation.sql;

import org.jspecify.annotations.NullMarked;
