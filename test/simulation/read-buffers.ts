/** Sockets that read into buffers of their owner. */

/** Node's option for them. */
export interface OnRead {
  buffer: Uint8Array | (() => Uint8Array)
  callback(bytes: number, buffer: Uint8Array): boolean
}

export function fillBuffers(socket: object, { buffer, callback }: OnRead, bytes: Buffer): void {
  for (let at = 0; at < bytes.length;) {
    const room = typeof buffer === 'function' ? buffer() : buffer
    const part = bytes.subarray(at, at + room.length)
    room.set(part)
    at += part.length
    callback.call(socket, part.length, room)
  }
}
