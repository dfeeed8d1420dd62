import { expect, test } from 'vitest'
import { runCommandLine } from '../../electron/cli/cli.ts'
import { endless, startEndless, UNDERWAY } from '../support/endless-service.ts'

test('the check reads no more of an endless reply than a service ever sends, and says so', async () => {
  const service = await startEndless(200, endless)
  const said: string[] = []
  const refuse = (...lines: readonly string[]): number => {
    throw new Error(lines.join('\n'))
  }
  const args = ['conformance', '--base-url', service.url, '--event-id', '1', '--access-code', 'x', '--timeout', '5']
  expect(await runCommandLine(args, { say: (line) => void said.push(line), refuse })).toBe(1)
  expect(said.join('\n')).toContain('a reply of more than 8388608 bytes')
  await service.closed
  expect(service.sent / (8 * 1024 * 1024 + UNDERWAY)).toBeLessThan(said.length)
}, 60_000)
