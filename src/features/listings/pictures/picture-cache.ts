/** Keeps fetched pictures in memory, up to a number of bytes, and failures for a short time. */
import type { ImageBytes } from '../../../http/image-bytes.ts'

const freshMs = 3_600_000
/** A broken host is left alone for this long. */
const failureMs = 60_000
/** Each entry takes about this many bytes beside the picture. */
const overhead = 500

export type PictureOutcome = { image: ImageBytes } | { failure: string }

interface CachedOutcome {
  outcome: PictureOutcome
  size: number
  until: number
}

export interface PictureCache {
  get(key: string, now: number): PictureOutcome | undefined
  set(key: string, outcome: PictureOutcome, now: number): void
}

export function createPictureCache(mostBytes: number): PictureCache {
  const entries = new Map<string, CachedOutcome>()
  let bytes = 0
  const drop = (key: string) => {
    bytes -= entries.get(key)?.size ?? 0
    entries.delete(key)
  }
  return {
    get(key, now) {
      const entry = entries.get(key)
      if (entry === undefined) return undefined
      drop(key)
      if (entry.until <= now) return undefined
      // The last one that was read is the last one to go.
      entries.set(key, entry)
      bytes += entry.size
      return entry.outcome
    },
    set(key, outcome, now) {
      drop(key)
      const size = overhead + key.length + ('image' in outcome ? outcome.image.bytes.length : 0)
      // One large picture would push out all others.
      if (size > mostBytes / 4) return
      for (const oldest of entries.keys()) {
        if (bytes + size <= mostBytes) break
        drop(oldest)
      }
      entries.set(key, { outcome, size, until: now + ('image' in outcome ? freshMs : failureMs) })
      bytes += size
    },
  }
}
