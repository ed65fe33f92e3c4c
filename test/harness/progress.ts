/** Shows how far a run of test files is, and how long it will take. */

export interface Progress {
  /** Named if several processes run files. */
  lane?: string | undefined
  /** The number of all files. */
  files: number
  /** The known length of all files, in seconds of a file alone in its process. */
  seconds: number
  finished: { files: number; seconds: number; failed: number }
  elapsedMs: number
}

/** Before this share is done, the rest cannot be estimated from it. */
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

/** Shows minutes, or seconds below one. */
export function lengthOf(ms: number): string {
  const seconds = Math.round(ms / 1000)
  return seconds < 60 ? `${seconds} s` : `${Math.round(seconds / 60)} min`
}
