import type { VendorSignals } from '../../connector-kit/answer.ts'
import { fieldOf, isFields, listIn, numberIn, wordsIn } from '../../connector-kit/answers.ts'
import { verdictInBody } from '../../connector-kit/failure-table.ts'
import { VendorError } from '../../connector-kit/vendor-error.ts'

/** Failures carry their text in `message` or in `result`, and may come with status 200. */
export const signals: VendorSignals = {
  messageOf: wordsIn('message', 'result'),
  verdictOf: verdictInBody((json) => fieldOf(json, 'status') === 'fail'),
}

/** Reads the rows of a list answer and the length of the whole list. */
export function readList(json: unknown): { rows: unknown[]; total: number | null } {
  return { rows: listIn(json, 'result'), total: numberIn(json, 'count') }
}

export function readResult(json: unknown): unknown {
  if (isFields(json) && 'result' in json) return json.result
  throw new VendorError('malformed', 'an answer without result')
}
