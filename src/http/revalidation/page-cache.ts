/** Answers that were given, as they go out, as long as there is room: those that nobody asked for the longest go first. */
import type { Answer } from '../../platform/idempotency.ts'

/** What an entry takes beside its text. */
const overhead = 500

interface GivenPage {
  /** Of the state that the answer shows. */
  tag: string
  answer: Answer
}

interface CachedPage {
  tag: string
  answer: Answer & { bytes: Buffer }
}

function keepable({ tag, answer: { status, headers, text } }: GivenPage): CachedPage {
  const bytes = Buffer.from(text)
  return {
    tag,
    answer: {
      status,
      headers,
      bytes,
      get text() {
        return bytes.toString()
      },
    },
  }
}

export interface PageCache {
  /** Whether something is kept for it, true or not any longer. */
  has(request: string): boolean
  get(request: string, tag: string): Answer | undefined
  set(request: string, page: GivenPage): void
}

export function createPageCache(mostBytes: number): PageCache {
  const pages = new Map<string, CachedPage>()
  let bytes = 0
  const sizeOf = ({ answer }: CachedPage) => answer.bytes.length + overhead
  const drop = (request: string) => {
    const page = pages.get(request)
    if (page === undefined) return
    bytes -= sizeOf(page)
    pages.delete(request)
  }
  return {
    has: (request) => pages.has(request),
    get(request, tag) {
      const page = pages.get(request)
      if (page === undefined) return undefined
      pages.delete(request)
      pages.set(request, page)
      return page.tag === tag ? page.answer : undefined
    },
    set(request, page) {
      drop(request)
      // Before anything is made of it that is not kept.
      if (page.answer.text.length > mostBytes / 10) return
      const kept = keepable(page)
      const size = sizeOf(kept)
      if (size > mostBytes / 10) return
      for (const oldest of pages.keys()) {
        if (bytes + size <= mostBytes) break
        drop(oldest)
      }
      pages.set(request, kept)
      bytes += size
    },
  }
}
