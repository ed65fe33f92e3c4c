/** A fixed address in front of a PostgreSQL that comes back on another port when it is restarted. */
import { connect, createServer, type Socket } from 'node:net'
import type { AddressInfo } from 'node:net'

export async function startDatabaseDoor(target: () => string) {
  const open = new Set<Socket>()
  const server = createServer((inside) => {
    const { hostname, port } = new URL(target())
    const outside = connect(Number(port), hostname)
    for (const [socket, other] of [
      [inside, outside],
      [outside, inside],
    ] as const) {
      open.add(socket)
      socket.setNoDelay(true)
      socket.pipe(other)
      socket.on('error', () => other.destroy())
      socket.on('close', () => {
        open.delete(socket)
        other.destroy()
      })
    }
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const url = new URL(target())
  // Tests reach their database through a Unix socket, which would lead past this door.
  url.searchParams.delete('host')
  url.port = String((server.address() as AddressInfo).port)
  const { port } = server.address() as AddressInfo
  const shut = async () => {
    for (const socket of open) socket.destroy()
    if (server.listening) await new Promise((resolve) => server.close(resolve))
  }
  return {
    url: url.href,
    /** Nobody is let through, and who was inside is thrown out. */
    shut,
    open: () => new Promise<void>((resolve) => server.listen(port, '127.0.0.1', resolve)),
    close: shut,
  }
}
