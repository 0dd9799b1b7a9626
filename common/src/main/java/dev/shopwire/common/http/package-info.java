/** Shared by all HTTP ports: routes, bodies, responses, problem documents, request ids. */
@NullMarked
package dev.shopwire.common.http;

import org.jspecify.annotations.NullMarked;
