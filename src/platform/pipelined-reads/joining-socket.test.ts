import assert from 'node:assert/strict'
import { once } from 'node:events'
import { createServer, type AddressInfo, type Socket } from 'node:net'
import { it } from 'node:test'
import { setTimeout } from 'node:timers/promises'
import { JoiningSocket } from './joining-socket.ts'

/** What leaves the socket, write by write. */
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

/** A message that says nothing: a letter and its length. */
const message = (letter: string): string => `${letter}\0\0\0\x04`

/** What was handed on, once it is so long. */
async function handedOn(socket: Socket, length: number): Promise<string> {
  let text = ''
  for (;;) {
    const [chunk] = (await once(socket, 'data')) as [Buffer]
    text += chunk.toString()
    if (text.length >= length) return text
  }
}

it('sends what is written while it joins at once, in order, also by who corks it', async () => {
  const server = createServer((peer) => peer.pipe(peer)).listen(0, '127.0.0.1')
  await once(server, 'listening')
  const socket = new JoiningSocket()
  const left = watched(socket)
  const [a, b, c, d] = [message('A'), message('B'), message('C'), message('D')]
  socket.connect((server.address() as AddressInfo).port, '127.0.0.1')
  await once(socket, 'connect')
  socket.join(() => {
    socket.cork()
    socket.write(Buffer.from(a))
    socket.write(Buffer.from(b))
    socket.uncork()
    socket.write(Buffer.from(c))
  })
  socket.write(Buffer.from(d))
  assert.deepEqual([await handedOn(socket, 20), left], [a + b + c + d, [a + b + c, d]])
  socket.destroy()
  server.close()
})

it('sends what was written before the work failed, and goes on', async () => {
  const server = createServer((peer) => peer.pipe(peer)).listen(0, '127.0.0.1')
  await once(server, 'listening')
  const socket = new JoiningSocket()
  socket.connect((server.address() as AddressInfo).port, '127.0.0.1')
  await once(socket, 'connect')
  const failing = () =>
    socket.join(() => {
      socket.write(Buffer.from(message('A')))
      throw new Error('a statement that cannot be sent')
    })
  assert.throws(failing, /cannot be sent/)
  socket.write(Buffer.from(message('B')))
  assert.equal(await handedOn(socket, 10), message('A') + message('B'))
  socket.destroy()
  server.close()
})

it('hands on whole messages alone, but for the one letter that the database answers to being asked for TLS', async () => {
  const server = createServer((peer) => peer.pipe(peer)).listen(0, '127.0.0.1')
  await once(server, 'listening')
  const socket = new JoiningSocket()
  socket.connect((server.address() as AddressInfo).port, '127.0.0.1')
  await once(socket, 'connect')
  socket.write('S')
  assert.equal(await handedOn(socket, 1), 'S')
  const [begin, end] = ['D\0\0\0\x08ab', 'cd']
  socket.write(begin)
  let isHanded = false
  const handed = handedOn(socket, 9).finally(() => (isHanded = true))
  await setTimeout(50)
  assert.equal(isHanded, false)
  socket.write(end)
  assert.equal(await handed, begin + end)
  socket.destroy()
  server.close()
})
