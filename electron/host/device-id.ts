import { hostname } from 'node:os'

/** What a machine is called until somebody names it: its host name, in the letters that a name may have. */
export function usualDeviceId(): string {
  return hostname()
    .replaceAll(/[^\w-]/gu, '-')
    .slice(0, 32)
}
