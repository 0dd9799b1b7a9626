/** What both HTTP edges share: bodies, answers, problem documents, request ids. */
@NullMarked
package dev.shopwire.common.http;

import org.jspecify.annotations.NullMarked;
