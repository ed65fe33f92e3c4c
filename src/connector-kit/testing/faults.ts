/** Faults of a stand-in, by whether the vendor had acted when they struck. */
export const beforeActing = ['drop', '500', 'html', 'hang']
export const afterActing = ['lost_answer', 'late_500', 'timeout', 'malformed']

/** The kinds of errors that mean: nobody knows yet. */
export const unknownKinds = ['unavailable', 'timeout', 'malformed']

/** Those that end with the patience of who calls. */
export const isSilent = (fault: string): boolean => fault === 'hang' || fault === 'timeout'
