import assert from 'node:assert/strict'
import { once } from 'node:events'
import { createServer, type AddressInfo, type Socket } from 'node:net'
import { it } from 'node:test'
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

it('sends what is written while it joins at once, in order, also by who corks it', async () => {
  const server = createServer((peer) => peer.pipe(peer)).listen(0, '127.0.0.1')
  await once(server, 'listening')
  const socket = new JoiningSocket()
  const left = watched(socket)
  socket.connect((server.address() as AddressInfo).port, '127.0.0.1')
  await once(socket, 'connect')
  socket.join(() => {
    socket.cork()
    socket.write(Buffer.from('ab'))
    socket.write(Buffer.from('cd'))
    socket.uncork()
    socket.write(Buffer.from('ef'))
  })
  socket.write(Buffer.from('gh'))
  let echoed = ''
  for await (const chunk of socket) {
    echoed += String(chunk)
    if (echoed.length === 8) break
  }
  assert.deepEqual([echoed, left], ['abcdefgh', ['abcdef', 'gh']])
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
      socket.write(Buffer.from('a'))
      throw new Error('a statement that cannot be sent')
    })
  assert.throws(failing, /cannot be sent/)
  socket.write(Buffer.from('b'))
  let echoed = ''
  for await (const chunk of socket) {
    echoed += String(chunk)
    if (echoed.length === 2) break
  }
  assert.equal(echoed, 'ab')
  server.close()
})
