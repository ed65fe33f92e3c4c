/** A mail server of a test: takes mails, or misbehaves as it is told. */
import { once } from 'node:events'
import type { AddressInfo, Socket } from 'node:net'
import { createServer } from 'node:net'
import { SMTPServer } from 'smtp-server'

export interface Received {
  from: string
  to: string[]
  message: string
}

export interface MailServer {
  url: string
  received: Received[]
  /** What becomes of the next mails: each takes one of the list; then all are taken. */
  next: Fault[]
  close(): Promise<void>
}

/** `code` at a command, or the connection closed: once the message came, and before or after it was taken. */
export type Fault =
  | { at: 'from' | 'to' | 'data'; code: number }
  | { at: 'hangup'; taken: boolean }
  /** Taken, and answered late: so that a test can do something meanwhile. */
  | { at: 'slow'; until: Promise<void> }

const refused = (code: number) => Object.assign(new Error(`${code} as told`), { responseCode: code })

export async function startMailServer(): Promise<MailServer> {
  const sockets = new Map<string, Socket>()
  const mails: MailServer = { url: '', received: [], next: [], close: async () => {} }
  const refuses = (at: string) => {
    const [fault] = mails.next
    if (fault?.at !== at || !('code' in fault)) return undefined
    mails.next.shift()
    return refused(fault.code)
  }
  const server = new SMTPServer({
    authOptional: true,
    disabledCommands: ['STARTTLS'],
    onMailFrom: (_address, _session, done) => done(refuses('from')),
    onRcptTo: (_address, _session, done) => done(refuses('to')),
    onData(stream, session, done) {
      const parts: Buffer[] = []
      stream.on('data', (part: Buffer) => parts.push(part))
      stream.on('end', () => {
        const problem = refuses('data')
        if (problem) return done(problem)
        const { mailFrom, rcptTo } = session.envelope
        const take = () =>
          mails.received.push({
            from: mailFrom ? mailFrom.address : '',
            to: rcptTo.map(({ address }) => address),
            message: Buffer.concat(parts).toString('utf8'),
          })
        const [fault] = mails.next
        if (fault?.at === 'hangup') {
          mails.next.shift()
          if (fault.taken) take()
          return sockets.get(`${session.remoteAddress}:${session.remotePort}`)?.destroy()
        }
        take()
        if (fault?.at !== 'slow') return done()
        mails.next.shift()
        void fault.until.then(() => done())
      })
    },
  })
  server.on('error', () => {})
  server.server.on('connection', (socket: Socket) =>
    sockets.set(`${String(socket.remoteAddress)}:${String(socket.remotePort)}`, socket),
  )
  server.listen(0, '127.0.0.1')
  await once(server.server, 'listening')
  const { port } = server.server.address() as AddressInfo
  mails.url = `smtp://127.0.0.1:${port}`
  mails.close = async () => {
    for (const socket of sockets.values()) socket.destroy()
    await new Promise<void>((resolve) => server.close(() => resolve()))
  }
  return mails
}

/** Takes connections and never says a word. */
export async function startSilentServer(): Promise<{ url: string; close(): Promise<void> }> {
  const sockets = new Set<Socket>()
  const server = createServer((socket) => void sockets.add(socket)).listen(0, '127.0.0.1')
  await once(server, 'listening')
  const { port } = server.address() as AddressInfo
  return {
    url: `smtp://127.0.0.1:${port}`,
    async close() {
      for (const socket of sockets) socket.destroy()
      server.close()
      await once(server, 'close')
    },
  }
}

/** The text of a mail as it is read, its transfer encoding undone. */
export function textOf({ message }: Received): string {
  const [head = '', ...rest] = message.split('\r\n\r\n')
  const body = rest.join('\r\n\r\n')
  if (/content-transfer-encoding: base64/i.test(head)) return Buffer.from(body, 'base64').toString('utf8')
  if (!/content-transfer-encoding: quoted-printable/i.test(head)) return body
  const bytes = body
    .replaceAll('=\r\n', '')
    .replaceAll(/=([0-9A-F]{2})/g, (_all, hex: string) => String.fromCodePoint(Number.parseInt(hex, 16)))
  return Buffer.from(bytes, 'latin1').toString('utf8')
}
