package dev.jpgo.jmh.kernel.language;

import dev.jpgo.jmh.workload.Workload;

/** {@link SwitchMachine} with code, counter, stack and variables in local variables. */
public final class SwitchMachineByHand implements Workload {
  @Override
  public long iterate() {
    int[] code = SwitchMachine.PRIMES;
    int counter = 0;
    long[] stack = new long[16];
    int size = 0;
    long[] variables = new long[8];
    while (true) {
      switch (code[counter++]) {
        case SwitchMachine.PUSH:
          stack[size++] = code[counter++];
          break;
        case SwitchMachine.LOAD:
          stack[size++] = variables[code[counter++]];
          break;
        case SwitchMachine.STORE:
          variables[code[counter++]] = stack[--size];
          break;
        case SwitchMachine.ADD:
          size--;
          stack[size - 1] += stack[size];
          break;
        case SwitchMachine.MULTIPLY:
          size--;
          stack[size - 1] *= stack[size];
          break;
        case SwitchMachine.MODULO:
          size--;
          stack[size - 1] %= stack[size];
          break;
        case SwitchMachine.LESS:
          size--;
          stack[size - 1] = stack[size - 1] < stack[size] ? 1 : 0;
          break;
        case SwitchMachine.JUMP:
          counter = code[counter];
          break;
        case SwitchMachine.JUMP_IF_ZERO:
          counter = stack[--size] == 0 ? code[counter] : counter + 1;
          break;
        case SwitchMachine.HALT:
          return variables[2] * 31 + variables[0];
        default:
          throw new IllegalStateException("unknown instruction");
      }
    }
  }
}
