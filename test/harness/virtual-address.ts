/** Plays the address that follows the primary, as a virtual address or a proxy does. */
import { once } from 'node:events'
import { connect, createServer, type AddressInfo, type Socket } from 'node:net'

export interface VirtualAddress {
  url: string
  /** Leads new connections elsewhere, or nowhere. Open ones stay as they are. */
  pointTo(url: string | null): void
  close(): Promise<void>
}

export async function startVirtualAddress(first: string): Promise<VirtualAddress> {
  let target: string | null = first
  const open = new Set<Socket>()
  const server = createServer((inside) => {
    open.add(inside)
    inside.on('close', () => open.delete(inside))
    inside.on('error', () => {})
    if (target === null) return inside.resetAndDestroy()
    const { hostname, port } = new URL(target)
    const outside = connect(Number(port), hostname)
    open.add(outside)
    inside.setNoDelay(true)
    outside.setNoDelay(true)
    inside.pipe(outside).pipe(inside)
    outside.on('error', () => inside.destroy())
    outside.on('close', () => {
      open.delete(outside)
      inside.destroy()
    })
    inside.on('close', () => outside.destroy())
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  const url = new URL(first)
  url.port = String((server.address() as AddressInfo).port)
  return {
    url: url.href,
    pointTo: (next) => void (target = next),
    async close() {
      for (const socket of open) socket.destroy()
      server.close()
      await once(server, 'close')
    },
  }
}
