/** Unpacks an archive into a folder, and nothing outside of it. */
import { mkdir, open } from 'node:fs/promises'
import path from 'node:path'
import { Readable } from 'node:stream'
import type { ReadableStream as WebReadable } from 'node:stream/web'
import { createZstdDecompress } from 'node:zlib'
import { Decrypter } from 'age-encryption'
import { createTarDecoder } from 'modern-tar'
import { syncToDisk } from '../copy-durably.ts'

/** None of the identities opens the archive. */
export class WrongIdentity extends Error {
  override name = 'WrongIdentity'
}

export interface ArchiveReading {
  content: AsyncIterable<Uint8Array>
  /** Secret keys of age. Empty for an archive that is not encrypted. */
  identities: readonly string[]
  folder: string
  unpacked(bytes: number): void
}

export async function unpackArchive({
  content,
  identities,
  folder,
  unpacked,
}: ArchiveReading): Promise<void> {
  const source = Readable.from(content)
  try {
    const plain = identities.length === 0 ? source : await decrypted(source, identities)
    const tar = Readable.toWeb(plain.compose(createZstdDecompress())) as unknown as ReadableStream<Uint8Array>
    const entries = tar.pipeThrough(createTarDecoder({ strict: true }))
    const folders = [folder]
    for await (const { header, body } of entries) {
      const place = placeIn(folder, header.name)
      const mode = (header.mode ?? 0o600) & 0o777
      if (header.type === 'directory') {
        await body.cancel()
        await mkdir(place, { mode: mode | 0o700 })
        folders.push(place)
      } else if (header.type === 'file') await writeEntry(place, mode, body, unpacked)
      else throw new Error(`it holds ${header.name}, which is neither file nor folder`)
    }
    // Entries of a folder are durable once it is synced.
    for (const one of folders.toReversed()) await syncToDisk(one)
  } finally {
    source.destroy()
  }
}

function placeIn(folder: string, name: string): string {
  const parts = name.replace(/\/$/, '').split('/')
  if (parts.some((part) => part === '' || part === '.' || part === '..' || /[\\\0]/.test(part)))
    throw new Error(`it holds ${JSON.stringify(name)}, which leads out of the folder`)
  return path.join(folder, ...parts)
}

async function writeEntry(
  place: string,
  mode: number,
  body: ReadableStream<Uint8Array>,
  unpacked: (bytes: number) => void,
): Promise<void> {
  // An existing file is never written: a link might stand there.
  const handle = await open(place, 'wx', mode)
  try {
    for await (const chunk of body) {
      await handle.writeFile(chunk)
      unpacked(chunk.length)
    }
    await handle.sync()
  } finally {
    await handle.close()
  }
}

async function decrypted(source: Readable, identities: readonly string[]): Promise<Readable> {
  const decrypter = new Decrypter()
  for (const identity of identities) decrypter.addIdentity(identity)
  try {
    const stream = await decrypter.decrypt(Readable.toWeb(source) as unknown as ReadableStream<Uint8Array>)
    return Readable.fromWeb(stream as WebReadable<Uint8Array>)
  } catch (error) {
    if (/no identity matched/.test((error as Error).message))
      throw new WrongIdentity('none of the secret keys opens it', { cause: error })
    throw error
  }
}

/** Reads the lines of a file that `age-keygen` made. Throws without quoting a line, since they are secrets. */
export function readIdentities(text: string): string[] {
  const lines = text.split('\n').map((line) => line.trim())
  const identities = lines.filter((line) => line !== '' && !line.startsWith('#'))
  if (identities.length === 0) throw new Error('it holds no secret key')
  for (const [index, identity] of identities.entries()) {
    try {
      new Decrypter().addIdentity(identity)
    } catch {
      throw new Error(`key ${index + 1} of it is no secret key of age (AGE-SECRET-KEY-1…)`)
    }
  }
  return identities
}
