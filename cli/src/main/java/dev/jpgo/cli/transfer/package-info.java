/**
 * Profiles in other tools' formats, out and in. Uses profiles and the JDK alone; the commands use
 * it.
 */
@NullMarked
package dev.jpgo.cli.transfer;

import org.jspecify.annotations.NullMarked;
