/** Sends bytes that no client library would send, and returns the answer unchanged. */
import { connect, type Socket } from 'node:net'
import { until } from './until.ts'

export interface RawAnswer {
  status: number
  headers: Record<string, string>
  text: string
}

/** Returns an answer with a `Content-Length`, or the head alone; null while it is incomplete. */
export function parseAnswer(received: string): RawAnswer | null {
  const [head = '', ...rest] = received.split('\r\n\r\n')
  if (rest.length === 0) return null
  const [first = '', ...lines] = head.split('\r\n')
  const headers = Object.fromEntries(
    lines.map((line) => {
      const [name = '', ...value] = line.split(':')
      return [name.toLowerCase(), value.join(':').trim()]
    }),
  )
  const text = rest.join('\r\n\r\n')
  if (Buffer.byteLength(text) < Number(headers['content-length'] ?? 0)) return null
  return { status: Number(first.split(' ')[1]), headers, text }
}

export interface RawConnection {
  socket: Socket
  send(bytes: string | Buffer): void
  received(): string
  /** Whether the server closed the connection. */
  closed(): boolean
  answer(): Promise<RawAnswer>
}

export async function rawConnection(baseUrl: string): Promise<RawConnection> {
  const { hostname, port } = new URL(baseUrl)
  const socket = connect(Number(port), hostname)
  let received = ''
  let closed = false
  socket.on('data', (chunk) => (received += chunk.toString('latin1')))
  socket.on('close', () => (closed = true))
  socket.on('error', () => {})
  await until('a connection', () => !socket.connecting || closed)
  return {
    socket,
    send: (bytes) => void socket.write(bytes),
    received: () => received,
    closed: () => closed,
    answer: () =>
      until(
        'an answer',
        () => {
          const answer = parseAnswer(received)
          if (!answer && closed) throw new Error(`the server hung up after: ${JSON.stringify(received)}`)
          return answer
        },
        { withinMs: 30_000 },
      ),
  }
}

/** Sends bytes on a new connection and closes it after the answer. */
export async function exchange(baseUrl: string, bytes: string | Buffer): Promise<RawAnswer> {
  const connection = await rawConnection(baseUrl)
  try {
    connection.send(bytes)
    return await connection.answer()
  } finally {
    connection.socket.destroy()
  }
}
