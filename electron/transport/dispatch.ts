import { randomUUID } from 'node:crypto'
import { err, type Result } from '../../shared/domain/result.ts'
import { commandInputs, type CommandName, type KioskApi } from '../../shared/kiosk-api/contract.ts'
import type { GateError } from '../../shared/kiosk-api/failures.ts'
import type { Log } from '../core/ports.ts'

/**
 * The one gate between screens and the main process: Electron's IPC and HTTP both call it. A method that is not in the
 * contract's table, or that this screen was not given, is forbidden; an input that its schema refuses is named, and a
 * throw is a bug: logged under an incident number, told as that number only.
 */
export async function dispatch(
  api: Partial<KioskApi>,
  method: unknown,
  input: unknown,
  log: Log,
): Promise<Result<unknown, GateError | { readonly type: string }>> {
  if (!isCommand(method) || !Object.hasOwn(api, method)) return err({ type: 'forbidden' })
  const parsed = commandInputs[method].safeParse(input)
  if (!parsed.success) {
    const issues = parsed.error.issues.map(({ path, message }) => `${path.join('.') || method}: ${message}`)
    return err({ type: 'invalid-input', issues })
  }
  try {
    const command = api[method] as (input: unknown) => Promise<Result<unknown, { readonly type: string }>>
    return await command(parsed.data)
  } catch (error) {
    const incident = randomUUID().slice(0, 8)
    log.error(`incident ${incident} in ${method}`, error)
    return err({ type: 'internal', incident })
  }
}

function isCommand(method: unknown): method is CommandName {
  return typeof method === 'string' && Object.hasOwn(commandInputs, method)
}
