/** Findings of checks are our own sentences; a report adds only figures and vetted names. */
import type { ReportableName } from './words.ts'

const fail = (text: string) => ({ fails: true, text })
const note = (text: string) => ({ fails: false, text })

export const findings = {
  vendor_refused: fail('the vendor or the way to it failed'),
  connector_crashed: fail('the connector itself failed; this is a mistake in the connector'),
  walk_loops: fail('the walk came back to a place where it had been'),
  walk_bounded: note('the walk was stopped at --max-records, so its end was not seen'),
  ids_twice: fail('ids came more than once in one walk'),
  record_invalid: fail('records do not fit the canonical schema'),
  row_shape: fail('rows of the vendor do not fit the schema of what is read'),
  row_record: fail('rows cannot be represented as canonical records'),
  row_word: fail('rows hold a status or type that the connector does not know'),
  row_part: note('rows hold fields that cannot be read: their records are stored without them'),
  row_other: fail('rows could not be mapped for another reason'),
  count_differs: note('the vendor promised another number of rows than came'),
  again_lost: fail('rows of the first walk did not come in a second one'),
  again_new: note('rows came in a second walk that were not in the first'),
  one_missing: fail('single records could not be read although the list has them'),
  one_differs: fail('single records differ from their rows in the list'),
  bound_left_out: fail('an incremental walk leaves out the row that stands on its bound'),
  reads_everything: note('an incremental walk from the newest change read everything'),
  no_watermark: fail('a full walk tells no place for the next incremental walk to start'),
  days_missing: fail('days of the calendar are missing, came twice or are out of order'),
  too_many_units: fail('days have more units left than the listing has'),
  together_differs: fail('nights read for several listings at once differ from those read one by one'),
  section_unread: fail('sections of what a listing says of itself could not be read'),
  unknown_id_answers: fail('an id that nothing has did not lead to the answer "not there"'),
  foreign_listing: note('records name a listing that the walk of listings did not bring'),
  units_differ: note('listings have another number of units than rooms were found'),
  other_source: note('bookings come from a source or channel that the connector has no name for'),
  not_renewed: fail('a refused token was not replaced by a new one'),
  web_pages: fail('answers were web pages or cut texts instead of JSON'),
  timeouts: fail('calls got no answer in time'),
  slowed_down: fail(
    'the vendor said that calls were too many, although the limits of the manifest were kept',
  ),
  no_retry_after: note('the vendor said "too many calls" without saying for how long'),
  server_errors: note('calls were answered with a server error'),
  redirected: fail('calls were answered with a redirect, which is never followed'),
  limit_lower: fail('a header tells a lower limit of calls than the manifest has'),
  limit_headers: note('headers that tell of limits'),
  fields_unread: note('fields come that the connector does not read'),
  fields_unsaid: note('fields come whose names are not made of known words; they are not named here'),
  status_words: note("status words of the vendor's that are made of known words"),
  status_words_unsaid: note("status words of the vendor's that are not made of known words"),
  write_refused: fail('the vendor refused the change'),
  write_not_seen: fail('the change was answered as done and does not show'),
  write_failed: fail('the change was not answered and does not show'),
  answer_lost: note('the answer to a change got lost, and the change shows all the same'),
  written_twice: fail('what was asked for once is there more than once'),
  not_undone: fail('THE CHANGE COULD NOT BE UNDONE'),
  undone_later: note('undoing it took more than one try'),
  no_listing: fail('the listing named by --listing was not found'),
  no_conversation: fail('the conversation named by --message was not found'),
  no_request: fail('the booking named by --accept or --decline is not there, or waits for no answer'),
  no_free_night: note('the listing has no night to try this on'),
  file_kept_out: fail('the file is not to be believed: a listing that follows it would keep what it has'),
  events_unread: fail('events could not be understood: nothing of the file would be opened'),
  zones_lost: note(
    'the time zone of events is known by nobody and not described in the file: read as the clock of the listing',
  ),
  words_unknown: note('events are called what the platform is not known to write: taken for blocks'),
  calendar_empty: note('the calendar has no night to come'),
  platform_unknown: note('the platform is not known, so every event is taken for a block'),
  uids_anew: note('events got other names: they are known again by their dates and words'),
  not_conditional: note('the whole file is sent to who has it already'),
} as const satisfies Record<string, { fails: boolean; text: string }>

export type FindingCode = keyof typeof findings

export interface CertificationFinding {
  code: FindingCode
  count: number
  names?: readonly ReportableName[]
}

/** A count of zero gives no finding. */
export function found(
  code: FindingCode,
  count: number,
  names: readonly (ReportableName | null)[] = [],
): CertificationFinding[] {
  const said = [...new Set(names.filter((name) => name !== null))].sort()
  return count === 0 ? [] : [{ code, count, ...(said.length === 0 ? {} : { names: said }) }]
}

export const isFailure = ({ code }: CertificationFinding): boolean => findings[code].fails
