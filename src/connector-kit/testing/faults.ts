/** Simulators' faults differ by whether the vendor had acted when they struck. */
export const beforeActing = ['drop', '500', 'html', 'hang']
export const afterActing = ['lost_answer', 'late_500', 'timeout', 'malformed']

/** After these faults nothing was done, and the call may be repeated, whatever the answer looks like. */
const slowingDown = ['429', '429_page', '429_bare', '429_odd']
export const everyFault = [...beforeActing, ...slowingDown, ...afterActing]

/** Errors of these kinds mean that the outcome is unknown. */
export const unknownKinds = ['unavailable', 'timeout', 'malformed']

/** An error after this fault is honest if it says that nothing was done, or that the outcome is unknown. */
export const isHonest = (fault: string, kind: string): boolean =>
  slowingDown.includes(fault) ? kind === 'rate_limited' : unknownKinds.includes(kind)

/** These faults end only with the caller's patience. */
export const isSilent = (fault: string): boolean => fault === 'hang' || fault === 'timeout'
