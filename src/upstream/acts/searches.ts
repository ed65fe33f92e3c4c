/** A vendor that answered has nothing left to do; its lists may take a moment to show what it did. */
const settlesAfterAnswerMs = 5_000

/** A vendor that did not answer may still be at it. */
const settlesAfterSilenceMs = 60_000

/** From when on a search that finds nothing means that nothing was done. */
export function settlesAt(now: Date, answered: boolean): Date {
  return new Date(now.getTime() + (answered ? settlesAfterAnswerMs : settlesAfterSilenceMs))
}

const searchPausesMs = [5_000, 10_000, 20_000, 60_000, 120_000, 300_000, 900_000, 3_600_000]

/** When it is looked for the next time. */
export function nextSearch(searches: number, now: Date): Date {
  return new Date(now.getTime() + (searchPausesMs[searches] ?? searchPausesMs.at(-1) ?? 0))
}
