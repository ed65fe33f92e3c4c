/** How far a run of test files is, and how long it will take. */

export interface Progress {
  /** Said on its own: one of several processes that run files. */
  lane?: string | undefined
  /** Of how many files. */
  files: number
  /** How long all are known to take, in seconds of a file that has a process to itself. */
  seconds: number
  finished: { files: number; seconds: number; failed: number }
  elapsedMs: number
}

/** Before this much is done, what is left cannot be told from the start. */
const knownShare = 0.03

export function progressLine({ lane, files, seconds, finished, elapsedMs }: Progress): string {
  const share = seconds === 0 ? 1 : Math.min(1, finished.seconds / seconds)
  const parts = [
    `${finished.files} of ${files} files`,
    ...(finished.failed > 0 ? [`${finished.failed} failed`] : []),
    ...(share < knownShare || share === 1
      ? []
      : [`about ${lengthOf((elapsedMs / share) * (1 - share))} left`]),
  ]
  return `# ${lane === undefined ? '' : `${lane}: `}${parts.join(', ')}`
}

/** Minutes, or seconds where there are few. */
export function lengthOf(ms: number): string {
  const seconds = Math.round(ms / 1000)
  return seconds < 60 ? `${seconds} s` : `${Math.round(seconds / 60)} min`
}
