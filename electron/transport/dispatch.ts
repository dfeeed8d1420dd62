import { randomUUID } from 'node:crypto'
import { err, type Result } from '../../shared/domain/result.ts'
import { commandInputs, type KioskApi, type KioskEvent } from '../../shared/kiosk-api/contract.ts'
import type { GateError } from '../../shared/kiosk-api/failures.ts'
import { setupInputs, type SetupApi } from '../../shared/kiosk-api/setup-contract.ts'
import { StorageFull, type Log } from '../core/ports/ports.ts'

const inputs = { ...commandInputs, ...setupInputs }

/** What a screen was given: of a kiosk, or of a machine that is being set up, and never of both. */
export type GateApi = Partial<KioskApi & SetupApi>

/**
 * What a page may ask and hear, by now: a command that is not in `api` is forbidden to it. Null: the machine turns, and nobody
 * is answered.
 */
export interface PageGate {
  readonly api: GateApi | null
  readonly subscribe: (listener: (event: KioskEvent) => void) => () => void
}

/**
 * The one gate between screens and the main process: Electron's IPC and HTTP both call it. A method that is not in the
 * contracts' tables, or that this screen was not given, is forbidden; an input that its schema refuses is named; a full
 * disk is told as such; any other throw is a bug: logged under an incident number, told as that number only.
 */
export async function dispatch(
  api: GateApi,
  method: unknown,
  input: unknown,
  log: Log,
): Promise<Result<unknown, GateError | { readonly type: string }>> {
  if (!isCommand(method) || !Object.hasOwn(api, method)) return err({ type: 'forbidden' })
  const parsed = inputs[method].safeParse(input)
  if (!parsed.success) {
    const issues = parsed.error.issues.map(({ path, message }) => `${path.join('.') || method}: ${message}`)
    return err({ type: 'invalid-input', issues })
  }
  try {
    const command = api[method] as (input: unknown) => Promise<Result<unknown, { readonly type: string }>>
    return await command(parsed.data)
  } catch (error) {
    if (error instanceof StorageFull) return err({ type: 'storage-full' })
    const incident = randomUUID().slice(0, 8)
    log.error(`incident ${incident} in ${method}`, error)
    return err({ type: 'internal', incident })
  }
}

function isCommand(method: unknown): method is keyof typeof inputs {
  return typeof method === 'string' && Object.hasOwn(inputs, method)
}
