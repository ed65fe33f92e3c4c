import assert from 'node:assert/strict'
import { once } from 'node:events'
import { createServer, type AddressInfo, type Socket } from 'node:net'
import { it, type TestContext } from 'node:test'
import { until } from '../../../test/harness/until.ts'
import { JoiningSocket } from './joining-socket.ts'

/** Records each write that leaves the socket. */
function watched(socket: Socket): string[] {
  const left: string[] = []
  const { _write: write, _writev: writeMany } = socket
  socket._write = (chunk: Buffer, ...rest) => {
    left.push(chunk.toString())
    write.call(socket, chunk, ...rest)
  }
  socket._writev = (chunks, done) => {
    left.push(...chunks.map(({ chunk }: { chunk: Buffer }) => chunk.toString()))
    writeMany?.call(socket, chunks, done)
  }
  return left
}

/** The message is empty: a letter and its length. */
const message = (letter: string): string => `${letter}\0\0\0\x04`

/** Collects bytes until their total reaches this length. */
async function handedOn(socket: Socket, length: number): Promise<string> {
  let text = ''
  for (;;) {
    const [chunk] = (await once(socket, 'data')) as [Buffer]
    text += chunk.toString()
    if (text.length >= length) return text
  }
}

/** The peer sends back all bytes it gets. */
async function echoing(t: TestContext): Promise<JoiningSocket> {
  const server = createServer((peer) => peer.pipe(peer)).listen(0, '127.0.0.1')
  await once(server, 'listening')
  const socket = new JoiningSocket()
  t.after(() => {
    socket.destroy()
    server.close()
  })
  socket.connect((server.address() as AddressInfo).port, '127.0.0.1')
  await once(socket, 'connect')
  return socket
}

it('sends what is written while it joins at once, in order, also by who corks it', async (t) => {
  const socket = await echoing(t)
  const left = watched(socket)
  const [a, b, c, d] = [message('A'), message('B'), message('C'), message('D')]
  socket.join(() => {
    socket.cork()
    socket.write(Buffer.from(a))
    socket.write(Buffer.from(b))
    socket.uncork()
    socket.write(Buffer.from(c))
  })
  socket.write(Buffer.from(d))
  assert.deepEqual([await handedOn(socket, 20), left], [a + b + c + d, [a + b + c, d]])
})

it('sends what was written before the work failed, and goes on', async (t) => {
  const socket = await echoing(t)
  const failing = () =>
    socket.join(() => {
      socket.write(Buffer.from(message('A')))
      throw new Error('a statement that cannot be sent')
    })
  assert.throws(failing, /cannot be sent/)
  socket.write(Buffer.from(message('B')))
  assert.equal(await handedOn(socket, 10), message('A') + message('B'))
})

it('hands on whole messages alone, but for the one letter that the database answers to being asked for TLS', async (t) => {
  const socket = await echoing(t)
  const handed: string[] = []
  socket.on('data', (chunk) => handed.push(chunk.toString()))
  const [begin, end] = ['D\0\0\0\x08ab', 'cd']
  for (const part of ['S', begin, end]) {
    const [before, length] = [socket.bytesRead, part.length]
    socket.write(part)
    await until('it to come back', async () => socket.bytesRead === before + length)
  }
  assert.deepEqual(handed, ['S', begin + end])
})
