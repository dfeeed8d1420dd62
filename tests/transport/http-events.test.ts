import { connect } from 'node:net'
import { beforeEach, describe, expect, onTestFinished, test } from 'vitest'
import type { KioskEvent } from '../../shared/api/kiosk/contract.ts'
import { requestText } from './raw-http.ts'
import { type ServedHost, startHost } from './served-host.ts'

const event: KioskEvent = { name: 'partner-changed', payload: { state: 'down' } }
let served: ServedHost

beforeEach(async () => {
  served = await startHost()
})

describe('events', () => {
  async function open(cookie: string) {
    const controller = new AbortController()
    const before = served.listeners.size
    const init = { headers: { cookie }, signal: controller.signal }
    const response = await fetch(`http://127.0.0.1:${served.port}/api/events`, init)
    expect(response.status).toBe(200)
    expect(response.headers.get('content-type')).toBe('text/event-stream')
    expect(response.headers.get('cache-control')).toBe('no-store')
    expect(served.listeners.size).toBe(before + 1)
    const reader = response.body!.pipeThrough(new TextDecoderStream()).getReader()
    return { controller, reader }
  }

  async function nextEvent(reader: ReadableStreamDefaultReader<string>): Promise<unknown> {
    let text = ''
    while (!/^data: .*\n\n/mu.test(text)) text += (await reader.read()).value ?? ''
    return JSON.parse(/^data: (.*)\n\n/mu.exec(text)?.[1] ?? 'null')
  }

  test('every open page gets every event; a page that left is forgotten', async () => {
    const cookie = await served.enter()
    const [first, second] = [await open(cookie), await open(cookie)]
    for (const listener of served.listeners) listener(event)
    expect(await nextEvent(first.reader)).toEqual(event)
    expect(await nextEvent(second.reader)).toEqual(event)

    first.controller.abort()
    await expect.poll(() => served.listeners.size).toBe(1)
    for (const listener of served.listeners) listener(event)
    expect(await nextEvent(second.reader)).toEqual(event)
    expect(served.logged).toEqual([])
  })

  test('a page that never reads is dropped before it fills the memory', async () => {
    const cookie = await served.enter()
    const socket = connect(served.port, '127.0.0.1')
    onTestFinished(() => void socket.destroy())
    socket.pause()
    socket.write(requestText({ target: '/api/events', headers: { ...served.ours, cookie } }))
    await expect.poll(() => served.listeners.size).toBe(1)
    const long: KioskEvent = { name: 'printer-changed', payload: { state: 'not-ready', reason: 'x'.repeat(100_000) } }
    await expect
      .poll(() => {
        for (const listener of served.listeners) for (let n = 0; n < 100; n++) listener(long)
        return served.listeners.size
      })
      .toBe(0)
  })

  test('closing ends the streams', async () => {
    const { reader } = await open(await served.enter())
    await served.host.close()
    await expect(
      (async () => {
        for (let part = await reader.read(); !part.done; part = await reader.read());
      })(),
    ).rejects.toThrow('terminated')
    expect(served.listeners.size).toBe(0)
  })
})
