import { Socket } from 'node:net'

/**
 * Sends what several statements write in one turn by one system call, where the driver corks and uncorks for each of them:
 * a call takes the kernel longer than a statement takes Node, and wakes the other side.
 */
export class GatheringSocket extends Socket {
  override uncork(): void {
    process.nextTick(() => super.uncork())
  }
}
