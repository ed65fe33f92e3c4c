/** Reads lists with numbered pages. */
import type { Query } from './http.ts'
import { pageWindow } from './page-window.ts'
import { offsetPage, type OffsetPage, type OffsetWalk } from './paginate.ts'

export interface NumberedPageRequest {
  path: string
  query?: Query
  cursor: string | null
  pageSize: number
}

export type NumberedWalk = Omit<OffsetWalk, 'fetch'> & {
  fetch(page: number, size: number): Promise<{ rows: unknown[]; total: number | null }>
}

/** Reads a page that overlaps the one before, because the list's order is undocumented. */
export function numberedPage({ fetch, ...walk }: NumberedWalk): Promise<OffsetPage> {
  return offsetPage({
    ...walk,
    fetch: async ({ offset, limit }) => {
      const { page, size, skip } = pageWindow(offset, limit)
      const { rows, total } = await fetch(page, size)
      // Without a count a full page implies a further row: a short position must not count as the end.
      const atLeast = (page - 1) * size + rows.length + (rows.length >= size ? 1 : 0)
      return { rows: rows.slice(skip), total: total ?? atLeast }
    },
  })
}

/** Reads all rows of a short list. */
export async function everyNumberedRow(
  read: (page: number) => Promise<{ rows: unknown[]; goesOn: boolean }>,
): Promise<unknown[]> {
  const found: unknown[] = []
  for (let page = 1; ; page += 1) {
    const { rows, goesOn } = await read(page)
    found.push(...rows)
    if (!goesOn || rows.length === 0) return found
  }
}
