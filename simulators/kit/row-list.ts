/** Which rows of a list a query asks for, and in what order. */

/** Tests of rows; what was not given (undefined) lets every row pass. */
export function rowTests<Row>() {
  const tests: ((row: Row) => boolean)[] = []
  return {
    test<T>(given: T | undefined, fits: (row: Row, given: T) => boolean): void {
      if (given !== undefined) tests.push((row) => fits(row, given))
    },
    passes: (row: Row): boolean => tests.every((fits) => fits(row)),
  }
}

interface Order {
  isReversed?: boolean
  /** Of equal rows those with smaller ids come first, also where the order is reversed. */
  byId?: 'ascending'
}

/** By what a row is sorted by; ids decide between equals. */
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
