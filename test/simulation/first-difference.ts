/** Compares two histories of one seed. */
import { createReadStream } from 'node:fs'
import { createInterface } from 'node:readline'

export interface HistoryDifference {
  /** The number of the first line that differs, from 1. */
  line: number
  /** What each history has there; null where it has ended. */
  first: string | null
  second: string | null
}

const linesOf = (file: string) =>
  createInterface({ input: createReadStream(file), crlfDelay: Infinity })[Symbol.asyncIterator]()

/** Returns null if the files are the same. */
export async function findFirstDifference(
  firstFile: string,
  secondFile: string,
): Promise<HistoryDifference | null> {
  const [firsts, seconds] = [linesOf(firstFile), linesOf(secondFile)]
  for (let line = 1; ; line += 1) {
    const [one, other] = await Promise.all([firsts.next(), seconds.next()])
    const [first, second] = [one, other].map(({ done, value }) => (done === true ? null : value))
    if (first !== second) return { line, first: first ?? null, second: second ?? null }
    if (first === null) return null
  }
}

export const differenceText = ({ line, first, second }: HistoryDifference): string =>
  [`The histories differ from step ${line} on:`, `  ${first ?? 'the end'}`, `  ${second ?? 'the end'}`].join(
    '\n',
  )
