/** The main program: settings, stores, migrations, deployed roles, health and metrics. */
@NullMarked
package dev.shopwire.app;

import org.jspecify.annotations.NullMarked;
