import { afterEach, beforeEach } from 'vitest'

/** Sets the local time zone for each test of the calling file or suite. */
export function useTimeZone(zone: string): void {
  const before = process.env['TZ']
  beforeEach(() => {
    process.env['TZ'] = zone
  })
  afterEach(() => {
    if (before === undefined) delete process.env['TZ']
    else process.env['TZ'] = before
  })
}
