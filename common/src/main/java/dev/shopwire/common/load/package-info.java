/** What a process lets itself hold at once: memory of requests, connections. */
@NullMarked
package dev.shopwire.common.load;

import org.jspecify.annotations.NullMarked;
