import type { VendorSignals } from '../../connector-kit/answer.ts'
import { fieldOf, isFields, listIn, numberIn, wordsIn } from '../../connector-kit/answers.ts'
import type { VendorHttp } from '../../connector-kit/http.ts'
import { numberedPage, type NumberedPageRequest } from '../../connector-kit/numbered-pages.ts'
import type { OffsetPage } from '../../connector-kit/paginate.ts'
import { VendorError } from '../../connector-kit/vendor-error.ts'

export const signals: VendorSignals = {
  messageOf: wordsIn('reason_phrase', 'message'),
}

/** Reads one page of a list. Its order is not documented, so each page repeats rows of the one before. */
export function numberedList(
  http: VendorHttp,
  { path, query, cursor, pageSize }: NumberedPageRequest,
): Promise<OffsetPage> {
  return numberedPage({
    cursor,
    limit: pageSize,
    fetch: async (page, size) => {
      const answer = await http.get(path, { query: { ...query, page, per_page: size } })
      return { rows: readList(answer), total: numberIn(fieldOf(answer, 'meta'), 'total') }
    },
  })
}

export const readList = (json: unknown): unknown[] => listIn(json, 'data')

export function readData(json: unknown): unknown {
  if (isFields(json) && 'data' in json) return json.data
  throw new VendorError('malformed', 'an answer without data')
}

/** In the vendor's description a single property has no envelope, but everything else has one. */
export function readBareOrData(json: unknown): unknown {
  return isFields(json) && 'data' in json ? json.data : json
}
