import type { Ports } from '../ports/ports.ts'

/** Not waited for: a drawer that stays shut has a key, and stops no sale. */
export function openDrawer({ printers, log }: Pick<Ports, 'printers' | 'log'>): void {
  printers.openDrawer().then(
    (drawer) => {
      if (drawer && drawer.outcome !== 'opened') log.warn('the cash drawer did not open', { ...drawer })
    },
    (error: unknown) => log.error('the cash drawer', error),
  )
}
