/** Lists with numbered pages. */
import type { Query } from './http.ts'
import { pageWindow } from './page-window.ts'
import { offsetPage, type OffsetPage, type OffsetWalk } from './paginate.ts'

/** A page of one of a vendor's lists that have numbered pages. */
export interface NumberedPageRequest {
  path: string
  query?: Query
  cursor: string | null
  pageSize: number
}

export type NumberedWalk = Omit<OffsetWalk, 'fetch'> & {
  fetch(page: number, size: number): Promise<{ rows: unknown[]; total: number | null }>
}

/** One page, of such a size that it begins with rows of the one before: the order of the list is not documented. */
export function numberedPage({ fetch, ...walk }: NumberedWalk): Promise<OffsetPage> {
  return offsetPage({
    ...walk,
    fetch: async ({ offset, limit }) => {
      const { page, size, skip } = pageWindow(offset, limit)
      const { rows, total } = await fetch(page, size)
      // Without a count a full page has at least one row behind it: a page may be shorter than asked for, and the position
      // it ends at must not be taken for the end of the list.
      const atLeast = (page - 1) * size + rows.length + (rows.length >= size ? 1 : 0)
      return { rows: rows.slice(skip), total: total ?? atLeast }
    },
  })
}

/** Every row of a list that is known to be short. */
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
