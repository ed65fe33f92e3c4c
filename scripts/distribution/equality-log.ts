/** Collects which columns a statement says are equal. */
import type { OptionalRows } from './optional-rows.ts'
import { isPlannedWith, type LevelSource, type QueryLevel, type SaidEqual } from './query-level.ts'
import { columnNodeOf } from './resolve-columns.ts'
import { bodyOf, listOf } from './sql-tree.ts'

type Column = string | null

export class EqualityLog {
  readonly #makers: (() => SaidEqual)[] = []

  /** Only when all levels are known does it show which of them are planned together. */
  equalities(): SaidEqual[] {
    return this.#makers.map((make) => make())
  }

  /** Two expressions, or rows of them, are said to be equal. */
  addExpressions(left: unknown, right: unknown, at: QueryLevel, optional: OptionalRows | undefined): void {
    const rows = [bodyOf(left, 'RowExpr'), bodyOf(right, 'RowExpr')].map((row) => row && listOf(row['args']))
    const [first, second] = rows
    if (first && second) {
      for (const [index, one] of first.entries()) this.addExpressions(one, second[index], at, optional)
      return
    }
    const seen = new Map<QueryLevel, LevelSource>()
    const ends = [columnNodeOf(left, at, seen), columnNodeOf(right, at, seen)] as const
    if (ends[0] === undefined || ends[1] === undefined) return
    const said = { at, left: ends[0], right: ends[1], optional, outputOf: undefined }
    this.#makers.push(() => {
      const apart = [...seen].filter(([level]) => !isPlannedWith(at, level))
      const isCutOff = apart.some(([, source]) => source.isRecurring)
      return { ...said, isTogether: apart.length === 0, isCutOff }
    })
  }

  /** Both sides of a join have the column. */
  addShared(left: string, right: string, at: QueryLevel, optional: OptionalRows | undefined): void {
    this.#makers.push(() => ({
      ...{ at, left, right, optional },
      ...{ outputOf: undefined, isTogether: true, isCutOff: false },
    }))
  }

  /** A column of a subquery's rows stands for one within. */
  addOutput(left: Column, right: Column, at: QueryLevel, outputOf: QueryLevel): void {
    this.#makers.push(() => ({
      ...{ at, left, right, outputOf },
      ...{ optional: undefined, isTogether: true, isCutOff: false },
    }))
  }

  /** A column is looked for among the rows of a subquery. */
  addTested(
    left: Column,
    right: Column,
    at: QueryLevel,
    outputOf: QueryLevel,
    optional: OptionalRows | undefined,
  ): void {
    this.#makers.push(() => ({
      ...{ at, left, right, outputOf, optional },
      ...{ isTogether: outputOf.isMerged, isCutOff: false },
    }))
  }
}
