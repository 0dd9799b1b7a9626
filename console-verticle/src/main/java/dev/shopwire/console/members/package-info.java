/** Who belongs to a workspace and who operates the installation: roles, invitations, resets. */
@NullMarked
package dev.shopwire.console.members;

import org.jspecify.annotations.NullMarked;
