import { flagParam, intParam, type Query } from '../kit/query.ts'

const largestPage = 50

/** The newer version numbers its pages, and counts only on request. */
export function numberedPage<T>(rows: readonly T[], query: Query, show: (row: T) => object): object {
  const size = Math.min(Math.max(1, intParam(query, 'size') ?? largestPage), largestPage)
  const page = Math.max(1, intParam(query, 'page') ?? 1)
  return {
    count: flagParam(query, 'includeCount') === true ? rows.length : null,
    items: rows.slice((page - 1) * size, page * size).map(show),
  }
}
