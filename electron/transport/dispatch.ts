import { randomUUID } from 'node:crypto'
import type { z } from 'zod'
import { err, type Result } from '../../shared/domain/result.ts'
import { inEnglish } from '../../shared/i18n/issue-text.ts'
import { commands } from '../../shared/api/kiosk/commands.ts'
import type { CommandInput, CommandName, CommandValue, KioskEvent } from '../../shared/api/kiosk/contract.ts'
import type { AdmissionFailure } from '../../shared/api/kiosk/failures.ts'
import * as fields from '../../shared/api/kiosk/fields.ts'
import { type SetupCommandName, setupCommands, type SetupInput } from '../../shared/api/kiosk/setup.ts'
import { type Log, StorageFull } from '../kiosk/ports/ports.ts'

type Inputs = { [N in CommandName]: CommandInput<N> } & { [N in SetupCommandName]: SetupInput<N> }
type Method = keyof Inputs

type Reply<V = unknown> = Result<V, AdmissionFailure | { readonly type: string }>
/** Types of replies by command. The main process itself reads the reply to `reportScreenFault`. */
type Replies = {
  readonly [N in Method]: N extends 'reportScreenFault' ? Reply<CommandValue<'reportScreenFault'>> : Reply
}

const table: { readonly [N in Method]: { readonly input: (of: typeof fields) => z.ZodType<Inputs[N]> } } = {
  ...commands,
  ...setupCommands,
}

/** Commands of a kiosk, or of a set-up, but never of both. */
export type PageCommands = { readonly [N in Method]?: (input: Inputs[N]) => Promise<Replies[N]> }

/** Current commands and events of a page. `api` is null while the kiosk or the set-up restarts. */
export interface PageAccess {
  readonly api: PageCommands | null
  readonly subscribe: (listener: (event: KioskEvent) => void) => () => void
}

/**
 * Admits commands from screens, which have no other access to the main process. An unknown or unavailable method is
 * forbidden. An exception is logged under an incident number, and the reply contains only the number.
 */
export async function dispatch(api: PageCommands, method: unknown, input: unknown, log: Log): Promise<Reply> {
  if (!isMethod(method) || !Object.hasOwn(api, method)) return err({ type: 'forbidden' })
  return carryOut(method, api[method], input, log)
}

async function carryOut<N extends Method>(
  method: N,
  command: PageCommands[N],
  input: unknown,
  log: Log,
): Promise<Reply> {
  if (!command) return err({ type: 'forbidden' })
  const parsed = table[method].input(fields).safeParse(input, inEnglish)
  if (!parsed.success) {
    const issues = parsed.error.issues.map(({ path, message }) => `${path.join('.') || method}: ${message}`)
    return err({ type: 'invalid-input', issues })
  }
  try {
    return await command(parsed.data)
  } catch (error) {
    if (error instanceof StorageFull) return err({ type: 'storage-full' })
    const incident = randomUUID().slice(0, 8)
    log.error('command.failed', error, { incident, command: method })
    return err({ type: 'internal', incident })
  }
}

function isMethod(method: unknown): method is Method {
  return typeof method === 'string' && Object.hasOwn(table, method)
}

export async function drawTickets({ api }: PageAccess, saleId: string, log: Log): Promise<Buffer<ArrayBuffer> | null> {
  const reply = api && (await dispatch(api, 'drawTickets', { saleId }, log))
  return reply?.ok ? Buffer.from((reply.value as { document: string }).document, 'base64') : null
}
