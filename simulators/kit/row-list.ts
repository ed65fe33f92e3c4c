/** Selects and orders the rows of a list by a query. */

/** Collects tests of rows; a test without a given value (undefined) passes every row. */
export function rowTests<Row>() {
  const tests: ((row: Row) => boolean)[] = []
  return {
    test<T>(value: T | undefined, fits: (row: Row, given: T) => boolean): void {
      if (value !== undefined) tests.push((row) => fits(row, value))
    },
    passes: (row: Row): boolean => tests.every((fits) => fits(row)),
  }
}

interface Order {
  isReversed?: boolean
  /** Equal rows are ordered by id this way, even if the order is reversed. */
  byId?: 'ascending'
}

/** Orders rows by this key; ids decide between equals. */
export function inOrder<Row extends { id: number }>(
  key: (row: Row) => string | number,
  { isReversed = false, byId }: Order = {},
): (left: Row, right: Row) => number {
  const sign = isReversed ? -1 : 1
  return (left, right) => {
    const [one, other] = [key(left), key(right)]
    if (one === other) return (byId === undefined ? sign : 1) * (left.id - right.id)
    return one < other ? -sign : sign
  }
}
