// Plain JavaScript for Node 18 or later, because scripts/install.mjs uses it.
import { createHash } from 'node:crypto'
import { rmSync } from 'node:fs'
import { createConnection, createServer } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

/**
 * Returns an address on which only one process can listen. On Linux (abstract socket) and Windows (pipe), the system
 * releases the address when the process ends.
 */
function addressOf(name) {
  const short = `guichet-${createHash('sha256').update(name).digest('hex').slice(0, 24)}`
  if (process.platform === 'win32') return `\\\\.\\pipe\\${short}`
  return process.platform === 'linux' ? `\0${short}` : join(tmpdir(), `${short}.sock`)
}

/** Returns a function that releases the lock, or null if another process owns the lock. */
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
    // If the system does not support the address, the process continues without a lock.
    server.once('error', ({ code }) => settle(code === 'EADDRINUSE' ? null : () => undefined))
    server.listen(address, () => settle(end))
  })
}

/** Resolves when the listening process has released its lock or has exited. */
function turnEnded(address) {
  return new Promise((settle) => {
    const socket = createConnection(address)
    socket.on('error', ({ code }) => {
      // The connection was refused, so the address is the leftover file of a killed process.
      if (code === 'ECONNREFUSED' && !address.startsWith('\0')) rmSync(address, { force: true })
    })
    socket.on('close', () => settle())
    socket.resume()
  })
}

/** Waits until no other process owns the named lock, and acquires it. Returns a function that releases the lock. */
export async function acquireLock(name, onWait) {
  const address = addressOf(name)
  for (let waited = false; ; waited = true) {
    const end = await tryTurn(address)
    if (end) return end
    if (!waited) onWait()
    await turnEnded(address)
  }
}
