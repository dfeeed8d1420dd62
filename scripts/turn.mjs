// One process at a time. Plain JavaScript for any Node from 18 on, as scripts/install.mjs, which needs it.
import { createHash } from 'node:crypto'
import { rmSync } from 'node:fs'
import { createConnection, createServer } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

/**
 * An address that one process of the machine can listen at. On Linux (an abstract socket) and on Windows (a pipe) the
 * system takes it back when its process ends, however it ends; elsewhere a file may be left behind.
 */
function addressOf(name) {
  const short = `guichet-${createHash('sha256').update(name).digest('hex').slice(0, 24)}`
  if (process.platform === 'win32') return `\\\\.\\pipe\\${short}`
  return process.platform === 'linux' ? `\0${short}` : join(tmpdir(), `${short}.sock`)
}

/** Gives what ends the turn, or null where another process has it. */
function tryTurn(address) {
  const waiting = new Set()
  const server = createServer((socket) => {
    waiting.add(socket)
    socket.on('error', () => socket.destroy()).on('close', () => waiting.delete(socket))
  })
  const end = () => {
    server.close()
    for (const socket of waiting) socket.destroy()
  }
  return new Promise((settle) => {
    // A machine that allows no such address has no turns, but goes on: two processes at once are rare.
    server.once('error', ({ code }) => settle(code === 'EADDRINUSE' ? null : () => undefined))
    server.listen(address, () => settle(end))
  })
}

/** Resolves when the process that listens there has ended its turn, or itself. */
function turnEnded(address) {
  return new Promise((settle) => {
    const socket = createConnection(address)
    socket.on('error', ({ code }) => {
      // Nobody listens: what is left is the file of a process that was killed.
      if (code === 'ECONNREFUSED' && !address.startsWith('\0')) rmSync(address, { force: true })
    })
    socket.on('close', () => settle())
    socket.resume()
  })
}

/** Waits until no other process of this machine has the turn of that name, then takes it. Gives what ends it. */
export async function takeTurn(name, onWait) {
  const address = addressOf(name)
  for (let waited = false; ; waited = true) {
    const end = await tryTurn(address)
    if (end) return end
    if (!waited) onWait()
    await turnEnded(address)
  }
}
