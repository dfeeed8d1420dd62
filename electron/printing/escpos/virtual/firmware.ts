import { changeReport, paperAnswer, processAnswer, realTimeAnswer } from './answers.ts'
import { BuffersCleared, ByteQueue } from './byte-queue.ts'
import { readCommands, type Command } from './command-reader.ts'
import type { Mechanism } from './mechanism.ts'
import type { RealTimeOrder, RealTimeScanner } from './real-time.ts'

interface Parts {
  readonly say: (bytes: Uint8Array) => void
  /** Called whenever room was made in the buffer. */
  readonly onTaken: () => void
  readonly knowsProcessIds: boolean
}

/** What the printer makes of the bytes that it gets: real-time commands at once, all others in their turn. */
export function createFirmware(mechanism: Mechanism, { say, onTaken, knowsProcessIds }: Parts) {
  const queue = new ByteQueue(onTaken)
  let [reportMask, drawerPulses] = [0, 0]
  let lastReport = ''

  function reportChange(): void {
    const report = changeReport(mechanism)
    if (reportMask === 0 || String(report) === lastReport) return
    lastReport = String(report)
    say(report)
  }

  function clearBuffers(): void {
    queue.clear()
    mechanism.clear()
  }

  /** True when all that came before is gone with it. */
  function carryOutAtOnce(found: RealTimeOrder): boolean {
    if (found.type === 'status') say(realTimeAnswer(mechanism, found.query))
    else if (found.type === 'drawer') drawerPulses += 1
    else if (knowsProcessIds) {
      clearBuffers()
      say(Uint8Array.of(0x37, 0x25, 0))
      return true
    }
    return false
  }

  async function carryOut(command: Command): Promise<void> {
    await mechanism.carryOut(command)
    if (command.type === 'ask-process' && knowsProcessIds) say(processAnswer(command.id))
    if (command.type === 'ask-status') say(paperAnswer(mechanism, command.query))
    if (command.type === 'drawer') drawerPulses += 1
    if (command.type === 'initialise') reportMask = 0
    if (command.type === 'report-changes') {
      reportMask = command.mask
      lastReport = ''
      reportChange()
    }
  }

  return {
    reportChange,
    buffered: () => queue.size,
    drawerPulses: () => drawerPulses,
    /** `scanner` is that of the host that sent them. */
    take(bytes: Uint8Array, scanner: RealTimeScanner): void {
      let kept = 0
      for (const [index, byte] of bytes.entries()) {
        const found = scanner.scan(byte)
        if (!found || !carryOutAtOnce(found)) continue
        kept = index + 1
      }
      queue.push(bytes.subarray(kept))
    },
    /** As if switched off and on. */
    reset(): void {
      reportMask = 0
      clearBuffers()
    },
    async run(stopping: AbortSignal): Promise<void> {
      while (!stopping.aborted) {
        try {
          for await (const command of readCommands(queue)) await carryOut(command)
        } catch (error) {
          if (!(error instanceof BuffersCleared)) throw error
        }
      }
    },
    /** Ends what `run` waits for. */
    drain: () => queue.clear(),
  }
}
