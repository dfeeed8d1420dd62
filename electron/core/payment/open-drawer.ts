import type { Log, Printers } from '../ports/ports.ts'

/** A drawer that stays shut has a key, and stops nothing: it is logged. */
export async function openDrawer({
  printers,
  log,
}: {
  readonly printers: Pick<Printers, 'openDrawer'>
  readonly log: Log
}): Promise<void> {
  try {
    const drawer = await printers.openDrawer()
    if (drawer && drawer.outcome !== 'opened') log.warn('drawer.not-opened', { ...drawer })
  } catch (error) {
    log.error('drawer.failed', error)
  }
}
