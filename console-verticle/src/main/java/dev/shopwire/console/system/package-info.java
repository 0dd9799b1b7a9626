/** The state of the installation: processes, stores and queues (docs/api/console-lists.md). */
@NullMarked
package dev.shopwire.console.system;

import org.jspecify.annotations.NullMarked;
