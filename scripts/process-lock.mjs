// Mutual exclusion between processes. Plain JavaScript for Node 18 or later, like scripts/install.mjs, which uses it.
import { createHash } from 'node:crypto'
import { rmSync } from 'node:fs'
import { createConnection, createServer } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

/**
 * Returns an address on which only one process of the machine can listen. On Linux (an abstract socket) and on Windows
 * (a pipe) the system frees it whenever the process ends. On other systems a file may remain.
 */
function addressOf(name) {
  const short = `guichet-${createHash('sha256').update(name).digest('hex').slice(0, 24)}`
  if (process.platform === 'win32') return `\\\\.\\pipe\\${short}`
  return process.platform === 'linux' ? `\0${short}` : join(tmpdir(), `${short}.sock`)
}

/** Returns a function that ends the turn, or null if another process has the turn. */
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
    // If the machine does not support such an address, the process continues without a turn, because two processes at
    // once are rare.
    server.once('error', ({ code }) => settle(code === 'EADDRINUSE' ? null : () => undefined))
    server.listen(address, () => settle(end))
  })
}

/** Resolves when the listening process has ended its turn or has exited. */
function turnEnded(address) {
  return new Promise((settle) => {
    const socket = createConnection(address)
    socket.on('error', ({ code }) => {
      // No process listens, so this is the leftover file of a killed process.
      if (code === 'ECONNREFUSED' && !address.startsWith('\0')) rmSync(address, { force: true })
    })
    socket.on('close', () => settle())
    socket.resume()
  })
}

/**
 * Waits until no other process of this machine has the named turn, then takes it. Returns a function that ends the
 * turn.
 */
export async function acquireLock(name, onWait) {
  const address = addressOf(name)
  for (let waited = false; ; waited = true) {
    const end = await tryTurn(address)
    if (end) return end
    if (!waited) onWait()
    await turnEnded(address)
  }
}
