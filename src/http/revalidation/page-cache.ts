/** Answers that were given, as long as there is room: those that nobody asked for the longest go first. */
import type { Answer } from '../../platform/idempotency.ts'

/** What an entry takes beside its text. */
const overhead = 500

interface CachedPage {
  /** Of the state that the answer shows. */
  tag: string
  answer: Answer
}

export interface PageCache {
  /** Whether something is kept for it, true or not any longer. */
  has(request: string): boolean
  get(request: string, tag: string): Answer | undefined
  set(request: string, page: CachedPage): void
}

export function createPageCache(mostBytes: number): PageCache {
  const pages = new Map<string, CachedPage>()
  let bytes = 0
  // Characters that are no Latin letters take two bytes each.
  const sizeOf = ({ answer }: CachedPage) => answer.text.length * 2 + overhead
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
      const size = sizeOf(page)
      if (size > mostBytes / 10) return
      for (const oldest of pages.keys()) {
        if (bytes + size <= mostBytes) break
        drop(oldest)
      }
      pages.set(request, page)
      bytes += size
    },
  }
}
