import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'

// A partner that answers every call with a body of the given size in bytes (first argument).
const bytes = Number(process.argv[2])
const seat = { id: '1', row: 1, number: 1, status: 'available', seat_code: 'N1-A-1', price: 70_000 }
const seats = Array.from({ length: Math.max(1, Math.round(bytes / JSON.stringify(seat).length)) }, () => seat)
const body = Buffer.from(JSON.stringify({ success: true, message: 'Booking session', data: { map: { seats } } }))
const server = createServer((_, response) => {
  response.writeHead(200, { 'content-type': 'application/json', 'content-length': body.byteLength }).end(body)
})
server.keepAliveTimeout = 60_000
server.listen(0, '127.0.0.1', () => process.send?.((server.address() as AddressInfo).port))
