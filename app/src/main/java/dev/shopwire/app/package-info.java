/** The main: settings, stores, migrations, the chosen verticles, health and metrics. */
@NullMarked
package dev.shopwire.app;

import org.jspecify.annotations.NullMarked;
