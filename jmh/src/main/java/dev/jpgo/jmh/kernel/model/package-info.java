/** The data of the kernels: in a package of its own, so that its private fields are foreign. */
@NullMarked
package dev.jpgo.jmh.kernel.model;

import org.jspecify.annotations.NullMarked;
