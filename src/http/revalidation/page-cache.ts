/** Caches rendered answers up to a memory limit, with the second-chance (clock) algorithm, so that a hit costs no reordering. */
import type { StoredAnswer } from '../../platform/idempotency.ts'
import type { Validators } from './validators.ts'

/** Each entry takes about this many bytes beside its text. */
const overhead = 500

interface GivenPage {
  /** The state combines the records' version and the day, which the answer may show. */
  state: string
  validators: Validators
  answer: StoredAnswer
}

interface CachedPage extends GivenPage {
  answer: StoredAnswer & { bytes: Buffer }
  wasAskedFor: boolean
}

function keepable({ answer: { status, headers, text }, ...rest }: GivenPage): CachedPage {
  const bytes = Buffer.from(text)
  return {
    ...rest,
    wasAskedFor: false,
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
  /** True when an entry exists for it, valid or stale. */
  has(request: string): boolean
  get(request: string, state: string): GivenPage | undefined
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
    get(request, state) {
      const page = pages.get(request)
      if (page === undefined) return undefined
      page.wasAskedFor = true
      return page.state === state ? page : undefined
    },
    set(request, page) {
      drop(request)
      // The size is checked first, so that an uncacheable page costs nothing more.
      if (page.answer.text.length > mostBytes / 10) return
      const entry = keepable(page)
      const size = sizeOf(entry)
      if (size > mostBytes / 10) return
      for (const [oldest, old] of pages) {
        if (bytes + size <= mostBytes) break
        pages.delete(oldest)
        if (old.wasAskedFor) pages.set(oldest, Object.assign(old, { wasAskedFor: false }))
        else bytes -= sizeOf(old)
      }
      pages.set(request, entry)
      bytes += size
    },
  }
}
