import assert from 'node:assert/strict'
import { readFile, readdir } from 'node:fs/promises'
import { join } from 'node:path'
import { describe, it } from 'node:test'
import { Ajv2020 } from 'ajv/dist/2020.js'
import addFormats from 'ajv-formats'
import { Check } from 'typebox/value'
import { errorPageHeader, generateErrorPages, splitErrorPage } from '../../scripts/generate-error-pages.ts'
import { ResumeRefusal } from './connect-session.ts'
import { errorCodes, errorExtras, errorStatus, errors, isErrorCode, type ErrorCode } from './errors.ts'
import { ErrorEnvelope } from './error-envelope.ts'

// The specification's table lists these codes by status.
const specified: Record<number, string> = {
  400: 'invalid_action invalid_body invalid_json invalid_param invalid_params invalid_provider invalid_type unknown_params',
  401: 'invalid_credentials unauthorized',
  402: 'listings_limit_exceeded',
  403: 'connection_reauth_required forbidden insufficient_access listing_inactive listing_not_api_connected',
  404: 'no_connection not_found',
  409: `conversation_already_booked delivery_already_succeeded idempotency_key_in_use inquiry_expired
    inquiry_no_longer_open invalid_state listing_not_on_booking ambiguous_booking_mapping pms_duplicate
    pms_group_booking pms_unavailable pms_writes_off provider_unavailable replay_limit_reached request_expired
    request_no_longer_pending reservation_not_pending reservation_owned_by_channel session_terminal`,
  410: 'session_expired',
  422: `airbnb_link_missing airbnb_rejected attachment_requires_message attachment_too_large
    attachment_type_not_supported attachment_unreachable attachment_url_not_allowed attachments_not_supported
    booking_rejected channel_not_supported idempotency_key_reused inventory_not_in_rate_update listing_not_on_airbnb
    message_not_sent message_partially_sent pms_not_linked pms_rejected pms_write_unsupported reservation_not_created
    reservation_not_modifiable reservation_not_modified restriction_not_supported too_many_attachments
    unsupported_field`,
  429: 'airbnb_rate_limited booking_rate_limited daily_limit_exceeded rate_limited rate_limit_exceeded',
  500: 'internal_error service_misconfigured',
  501: 'not_implemented',
  502: `airbnb_error booking_error message_send_failed offer_action_failed pms_error quote_failed
    reservation_create_failed reservation_created_in_pms_only reservation_update_failed`,
  503: 'attachment_storage_failed',
}
const specifiedCodes = Object.values(specified).flatMap((codes) => codes.split(/\s+/))

// The specification and the interface notes promise these fields with a code.
const promisedExtras: Partial<Record<ErrorCode, string>> = {
  unknown_params: 'validParams endpoint did_you_mean',
  invalid_params: 'field value_received valid_values did_you_mean',
  message_partially_sent: 'parts attachments channel',
  pms_duplicate: 'existing provider',
  pms_unavailable: 'pms provider',
  pms_rejected: 'pms provider',
  reservation_created_in_pms_only: 'pms existing retryable provider',
  reservation_not_pending: 'currentStatus',
  reservation_owned_by_channel: 'owner provider',
  unsupported_field: 'fields field provider',
  service_misconfigured: 'retryable',
  booking_rejected: 'booking_ruid booking_code upstream_status',
  replay_limit_reached: 'next_replay_allowed_at replays_made replay_limit replay_window_minutes',
  delivery_already_succeeded: 'replays_made',
  message_not_sent: 'statusReason',
  no_connection: 'provider reconnect',
  connection_reauth_required: 'provider reconnect',
  insufficient_access: 'accessType',
  listing_inactive: 'listing_ids listings reason',
  listing_not_api_connected: 'listing_id airbnb_listing_id sync_category',
  ambiguous_booking_mapping: 'valid_values',
  channel_not_supported: 'channel',
  session_terminal: 'session_status',
  attachment_too_large: 'index field channel',
  attachment_storage_failed: 'retry_after',
  airbnb_rejected: 'previous_code applied failed_photo_id not_attempted',
  listings_limit_exceeded: 'tier limit active_listings upgrade_url',
  rate_limit_exceeded: 'scope limit window_seconds retry_after tier resets_at nextPullAvailableAt',
  daily_limit_exceeded: 'tier scope used limit resets_at top_operation',
}

const envelopeFields = [
  'code',
  'message',
  'docs_url',
  'fix',
  'request_id',
  'example',
  'support',
  'retry_after',
]
const ajv = addFormats.default(
  new Ajv2020({ allowUnionTypes: true, discriminator: true, strictRequired: false }),
)
const isEnvelope = ajv.compile(ErrorEnvelope)
const folder = join(import.meta.dirname, '../../docs/errors')

describe('error catalogue', () => {
  it('has every code of the specification, with its status', () => {
    for (const [status, codes] of Object.entries(specified)) {
      for (const code of codes.split(/\s+/)) {
        assert.ok(isErrorCode(code), `${code} is missing`)
        assert.equal(errors[code].status, Number(status), code)
        assert.equal(errors[code].source, 'spec', code)
      }
    }
  })

  it('marks every other code as not from the specification', () => {
    const others = errorCodes.filter((code) => !specifiedCodes.includes(code))
    assert.deepEqual(
      others.filter((code) => errors[code].source === 'spec'),
      [],
    )
  })

  it('answers the named cases with their own status', () => {
    assert.equal(errorStatus('invalid_params'), 400)
    assert.equal(errorStatus('invalid_params', 'limit_over_cap'), 422)
    assert.equal(errorStatus('invalid_params', 'cursor_with_offset'), 422)
    assert.equal(errorStatus('invalid_params', 'cursor_wrong_ordering'), 422)
    assert.equal(errorStatus('invalid_params', 'malformed_updated_since'), 422)
    assert.equal(errorStatus('invalid_params', 'as_of_unusable'), 422)
    assert.equal(errorStatus('no_connection', 'reservation_write'), 409)
    assert.equal(errorStatus('not_found', 'limit_over_cap'), 404)
  })

  it('keeps retry classes in step with statuses', () => {
    for (const code of errorCodes) {
      const { status, retry } = errors[code]
      if (status === 400 || status === 405) assert.equal(retry, 'never', code)
      if (status === 401 || status === 402) assert.equal(retry, 'operator', code)
      // A busy or broken upstream never means "look at your request".
      if (status === 502 || status === 503) assert.notEqual(retry, 'operator', code)
    }
  })

  it('says when and how to recover in one or two sentences', () => {
    for (const code of errorCodes) {
      const { when, fix } = errors[code]
      assert.match(when, /^[A-Z`].{20,}\.$/, code)
      assert.match(fix, /^[A-Z`].{15,}\.$/, code)
      assert.ok(fix.length < 260, `${code}: fix has ${fix.length} characters`)
    }
  })

  it('carries the promised extra fields, each described', () => {
    for (const [code, names = ''] of Object.entries(promisedExtras)) {
      for (const name of names.split(' ')) {
        assert.ok(errors[code as ErrorCode].extra?.includes(name as never), `${code} lacks ${name}`)
      }
    }
    for (const [name, schema] of Object.entries(errorExtras)) {
      assert.ok('description' in schema && schema.description, name)
    }
    const used = new Set(errorCodes.flatMap((code) => errors[code].extra ?? []))
    assert.deepEqual(
      Object.keys(errorExtras).filter((name) => !used.has(name as never)),
      [],
    )
  })
})

describe('error pages', () => {
  it('are there for every code and for nothing else, in line with the catalogue', async () => {
    assert.deepEqual(await generateErrorPages({ check: true }), [])
    const pages = (await readdir(folder)).filter((name) => name !== 'README.md')
    assert.deepEqual(
      pages.sort(),
      errorCodes.map((code) => `${code}.md`),
    )
  })

  const exampleOf = async (code: string): Promise<unknown> => {
    const { prose } = splitErrorPage(await readFile(join(folder, `${code}.md`), 'utf8'))
    const [, block = 'null'] = /## Example\n[^`]*```json\n([\s\S]*?)```/.exec(prose) ?? []
    return JSON.parse(block)
  }
  /** Only the target of a reconnect link answers these. */
  const bareWords: readonly string[] = ['bad_account', 'invalid_resume_token']

  it('show a bare word where that is what is answered', async () => {
    for (const code of bareWords) {
      const answer = await exampleOf(code)
      assert.ok(Check(ResumeRefusal, answer), code)
      assert.equal(answer.error, code)
    }
  })

  it('show an answer this server could give', async () => {
    for (const code of errorCodes.filter((one) => !bareWords.includes(one))) {
      const answer = await exampleOf(code)
      assert.ok(isEnvelope(answer), `${code}: ${ajv.errorsText(isEnvelope.errors)}`)
      const { error } = answer as ErrorEnvelope
      assert.equal(error.code, code)
      assert.equal(error.fix, errors[code].fix, `${code}: the example shows another fix`)
      const allowed = [...envelopeFields, ...(errors[code].extra ?? [])]
      assert.deepEqual(
        Object.keys(error).filter((name) => !allowed.includes(name)),
        [],
        code,
      )
    }
  })

  it('are split into header and text', () => {
    const header = errorPageHeader('not_found')
    assert.deepEqual(splitErrorPage(`${header}\n\nText.\n`), { header, prose: 'Text.' })
    assert.deepEqual(splitErrorPage('Text.'), { header: '', prose: 'Text.' })
  })
})
