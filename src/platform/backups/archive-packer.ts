/** Packs files into one stream: tar, compressed by zstd, encrypted by age for the recipients. */
import { open, type FileHandle } from 'node:fs/promises'
import { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import type { ReadableStream as WebReadable } from 'node:stream/web'
import { constants, createZstdCompress } from 'node:zlib'
import { Encrypter } from 'age-encryption'
import { createTarPacker } from 'modern-tar'
import type { CopyTarget } from '../copy-tree.ts'

const chunkBytes = 1 << 18

type TarController = ReturnType<typeof createTarPacker>['controller']

/** A file may grow or shrink while it is read, but its header stands before it; PostgreSQL repairs such files from its log. */
async function* readExactly(handle: FileHandle, bytes: number): AsyncGenerator<Uint8Array> {
  for (let done = 0; done < bytes;) {
    const chunk = Buffer.alloc(Math.min(chunkBytes, bytes - done))
    let filled = 0
    while (filled < chunk.length) {
      const { bytesRead } = await handle.read(chunk, filled, chunk.length - filled, done + filled)
      if (bytesRead === 0) break
      filled += bytesRead
    }
    done += chunk.length
    yield chunk
  }
}

function tarTarget(controller: TarController): CopyTarget {
  async function add(
    header: { name: string; mode: number; size: number; type: 'file' | 'directory' },
    content: AsyncIterable<Uint8Array> | Iterable<Uint8Array>,
  ): Promise<void> {
    const writer = controller.add({ ...header, mtime: new Date() }).getWriter()
    // The same failure rejects the write that is awaited.
    writer.closed.catch(() => {})
    for await (const chunk of content) await writer.write(chunk)
    await writer.close()
  }
  return {
    openFolder: (to, mode) => add({ name: `${to}/`, mode, size: 0, type: 'directory' }, []),
    closeFolder: async () => {},
    async copyFile(from, to) {
      const handle = await open(from)
      try {
        const { size, mode } = await handle.stat()
        await add({ name: to, mode: mode & 0o777, size, type: 'file' }, readExactly(handle, size))
        return size
      } finally {
        await handle.close()
      }
    },
    writeFile(to, text, mode) {
      const bytes = new TextEncoder().encode(text)
      return add({ name: to, mode, size: bytes.length, type: 'file' }, bytes.length === 0 ? [] : [bytes])
    },
  }
}

export interface ArchiveOrder {
  fill(target: CopyTarget): Promise<void>
  /** Without recipients the archive is not encrypted. */
  recipients: readonly string[]
  signal: AbortSignal
}

/** The stream ends when the archive is complete, and fails when `fill` fails or the signal comes. */
export async function* packArchive({ fill, recipients, signal }: ArchiveOrder): AsyncGenerator<Uint8Array> {
  const { readable, controller } = createTarPacker()
  const abort = () => controller.error(signal.reason)
  signal.addEventListener('abort', abort)
  if (signal.aborted) abort()
  const filled = fill(tarTarget(controller)).then(
    () => controller.finalize(),
    (error: unknown) => controller.error(error),
  )
  const zstd = createZstdCompress({ params: { [constants.ZSTD_c_checksumFlag]: 1 } })
  const packed = pipeline(Readable.fromWeb(readable as WebReadable<Uint8Array>), zstd)
  // The reader of the stream gets the same error.
  packed.catch(() => {})
  filled.catch(() => {})
  try {
    yield* recipients.length === 0 ? zstd : await encrypted(zstd, recipients)
    await Promise.all([filled, packed])
  } finally {
    signal.removeEventListener('abort', abort)
    zstd.destroy()
    // Nothing may read the data folder any more when the caller ends its session.
    await filled.catch(() => {})
  }
}

async function encrypted(plain: Readable, recipients: readonly string[]): Promise<Readable> {
  const encrypter = new Encrypter()
  for (const recipient of recipients) encrypter.addRecipient(recipient)
  const stream = await encrypter.encrypt(Readable.toWeb(plain) as ReadableStream<Uint8Array>)
  return Readable.fromWeb(stream as WebReadable<Uint8Array>)
}

/** Returns the reason why a text is no recipient, or null. */
export function faultOfRecipient(recipient: string): string | null {
  try {
    new Encrypter().addRecipient(recipient)
    return null
  } catch (error) {
    return (error as Error).message
  }
}
