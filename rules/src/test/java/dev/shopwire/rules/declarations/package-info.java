/** What is declared once in code, and the documents and files that must list all of it. */
@NullMarked
package dev.shopwire.rules.declarations;

import org.jspecify.annotations.NullMarked;
