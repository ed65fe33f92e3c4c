/** The console has words, in every language, for every state that the API can answer. */
import assert from 'node:assert/strict'
import { readFileSync } from 'node:fs'
import { test } from 'node:test'
import { en } from '../../web/console/src/text/en.ts'
import { fr } from '../../web/console/src/text/fr.ts'

interface Schema {
  enum?: (string | null)[]
  properties?: Record<string, Schema>
  items?: Schema
  anyOf?: Schema[]
  $ref?: string
}

const description = JSON.parse(readFileSync(new URL('../../openapi.json', import.meta.url), 'utf8')) as {
  components: { schemas: Record<string, Schema> }
}
const { schemas } = description.components

const resolved = (schema: Schema | undefined): Schema =>
  schema?.$ref === undefined ? (schema ?? {}) : resolved(schemas[schema.$ref.split('/').at(-1) ?? ''])

/** The words that a field of a schema can have: `Billing.subscription.status`. */
function wordsOf(path: string): string[] {
  const [name = '', ...fields] = path.split('.')
  const found = fields.reduce<Schema>((schema, field) => {
    const parts = [schema, ...(schema.anyOf ?? [])].map(resolved)
    return resolved(parts.find(({ properties }) => properties?.[field])?.properties?.[field])
  }, resolved(schemas[name]))
  const words = (found.items === undefined ? found : resolved(found.items)).enum
  assert.ok(words, `${path} has no enumeration`)
  return words.filter((word) => word !== null)
}

const groups: Record<string, string[]> = {
  status: ['Reservation.status'],
  statusDetail: ['Reservation.statusDetail'],
  pendingReason: ['Reservation.pendingReason'],
  platform: ['Reservation.platform', 'ConversationRow.platform'],
  declineReason: ['RequestDeclineBody.reason'],
  change: ['HistoryEntry.change'],
  cause: ['ChangeCause.kind'],
  quoteReason: ['Quote.reason'],
  conversation: ['ConversationRow.status'],
  unsure: ['ReservationIntent.state'],
  alterationStatus: ['AirbnbAlteration.status'],
  initiator: ['AirbnbAlteration.initiator'],
  inquiry: ['Inquiry.status'],
  attachment: ['MessageAttachment.type'],
  direction: ['Message.direction'],
  listingStatus: ['ListingDetail.status'],
  provider: ['ListingChannel.platform'],
  cancellation: ['ContentBody.policies.cancellationPolicy'],
  checkInMethod: ['ContentBody.policies.checkInMethod'],
  channelStatus: ['PublishedConnection.channelStatus'],
  pushStatus: ['PushedChannel.pushStatus'],
  onDrift: ['ExposureChannel.onDrift'],
  addressPart: ['AddressReadiness.missing'],
  section: ['PublishResult.sections', 'BookingPublishResult.sections'],
  sync: ['CalendarChannel.status'],
  nightState: ['ExposureNight.state'],
  connection: ['Connection.status'],
  access: ['AccessTrouble.state'],
  category: ['ProviderEntry.category'],
  import: ['ImportProgress.status'],
  run: ['SyncRun.kind'],
  runState: ['SyncRun.state'],
  proofState: ['ReconciliationProof.state'],
  difference: ['StayDifference.kind'],
  keyState: ['ApiKey.state'],
  severity: ['SyncFailure.severity'],
  webhook: ['Webhook.status'],
  disabled: ['Webhook.disabledReason'],
  'audit.outcome': ['AuditEntry.outcome'],
  priceStatus: ['PriceRecommendation.status'],
  priceMode: ['PricingStrategy.mode'],
  pricePosition: ['PricingStrategy.compPositionTarget'],
  marketSource: ['MarketDetail.source'],
  moveState: ['Migration.state'],
  countResult: ['ReportCount.result'],
  issue: ['ReportIssue.severity'],
  coverage: ['MigrationCoverage.level'],
  rehearsal: ['RehearsalItem.code'],
  rehearsalTodo: ['RehearsalItem.code'],
  rehearsalStatus: ['RehearsalItem.status'],
  foundStay: ['WatchStayFoundData.change'],
  watchState: ['MigrationWatch.state'],
  scopePart: ['ConnectBody.scope'],
  role: ['Member.role'],
  roleHelp: ['Member.role'],
  plan: ['Billing.plan'],
  subscription: ['Billing.subscription.status'],
}

for (const [group, paths] of Object.entries(groups)) {
  test(`every ${group} has its word`, () => {
    const missing = paths.flatMap(wordsOf).filter((word) => !(`${group}.${word}` in en))
    assert.deepEqual(missing, [])
  })
}

test('both languages name the same values in a text', () => {
  const values = (words: string) => [...words.matchAll(/\{\{\w+\}\}/g)].map(([value]) => value).toSorted()
  for (const [key, words] of Object.entries(en))
    assert.deepEqual(values(fr[key as keyof typeof en]), values(words), key)
})

test('French is not left in English', () => {
  const same = Object.entries(en)
    .filter(([key, words]) => fr[key as keyof typeof en] === words && /[a-z]{4,} [a-z]{3,}/.test(words))
    .map(([key]) => key)
  assert.deepEqual(same, [])
})
