package dev.jpgo.core.profile;

import java.util.List;

/**
 * What one run (or several merged runs) of a program counted and decided.
 *
 * @param header where and when it was taken
 * @param methods the methods that ran; {@link ProfileFile#write} sorts them, so equal profiles are
 *     equal files
 */
public record Profile(ProfileHeader header, List<ProfiledMethod> methods) {
  public Profile {
    methods = List.copyOf(methods);
  }
}
