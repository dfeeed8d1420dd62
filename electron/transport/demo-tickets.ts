import type { Log } from '../core/ports/ports.ts'
import { dispatch, type PageAccess } from './dispatch.ts'

/** Returns the PDF of the tickets; null if the kiosk refuses it. */
export async function drawTickets({ api }: PageAccess, saleId: string, log: Log): Promise<Buffer<ArrayBuffer> | null> {
  const reply = api && (await dispatch(api, 'drawTickets', { saleId }, log))
  return reply?.ok ? Buffer.from((reply.value as { document: string }).document, 'base64') : null
}
