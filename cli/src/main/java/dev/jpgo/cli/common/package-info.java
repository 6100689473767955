/**
 * What every command uses: exit codes and the failures that carry them, places to write to, words
 * of options, JSON, a bar of progress, profile files. Uses core and picocli alone.
 */
@NullMarked
package dev.jpgo.cli.common;

import org.jspecify.annotations.NullMarked;
