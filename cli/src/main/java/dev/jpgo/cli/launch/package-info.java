/**
 * Starting programs: {@code run}, {@code demo} and {@code bench}, with what they need of java
 * commands, agent options and the installation. Uses {@code common}.
 */
@NullMarked
package dev.jpgo.cli.launch;

import org.jspecify.annotations.NullMarked;
