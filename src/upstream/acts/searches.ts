/** A vendor that answered has finished; its lists may lag for a moment. */
const settlesAfterAnswerMs = 5_000

/** A vendor that did not answer may still be working. */
const settlesAfterSilenceMs = 60_000

/** From the returned time on, an unsuccessful search proves that nothing was done. */
export function settlesAt(now: Date, answered: boolean): Date {
  return new Date(now.getTime() + (answered ? settlesAfterAnswerMs : settlesAfterSilenceMs))
}

const searchPausesMs = [5_000, 10_000, 20_000, 60_000, 120_000, 300_000, 900_000, 3_600_000]

export function nextSearch(searches: number, now: Date): Date {
  return new Date(now.getTime() + (searchPausesMs[searches] ?? searchPausesMs.at(-1) ?? 0))
}
