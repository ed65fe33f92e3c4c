/** Faults of a stand-in, by whether the vendor had acted when they struck. */
export const beforeActing = ['drop', '500', 'html', 'hang']
export const afterActing = ['lost_answer', 'late_500', 'timeout', 'malformed']

/** Nothing was done, and it may be asked for again: whatever it looks like. */
const slowingDown = ['429', '429_page', '429_bare', '429_odd']
export const everyFault = [...beforeActing, ...slowingDown, ...afterActing]

/** The kinds of errors that mean: nobody knows yet. */
export const unknownKinds = ['unavailable', 'timeout', 'malformed']

/** Whether an error after this fault says what is true: that it was not done, or that nobody knows. */
export const isHonest = (fault: string, kind: string): boolean =>
  slowingDown.includes(fault) ? kind === 'rate_limited' : unknownKinds.includes(kind)

/** Those that end with the patience of who calls. */
export const isSilent = (fault: string): boolean => fault === 'hang' || fault === 'timeout'
