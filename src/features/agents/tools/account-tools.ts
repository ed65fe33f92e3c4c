/** Tools about connected accounts, what channels can still sell, and moves from another system. */
import { Type } from 'typebox'
import type { Static } from 'typebox'
import type { Connection, ProviderConnection } from '../../../contract/connection.ts'
import type { Exposure, ExposureSummary } from '../../../contract/exposure.ts'
import type { MigrationReport } from '../../../contract/migration-report.ts'
import type { Migration } from '../../../contract/migration.ts'
import type { Reservation } from '../../../contract/reservation.ts'
import type { SyncFailure } from '../../../contract/sync.ts'
import { readApi, type ApiCaller, type AnswerPage } from './api-caller.ts'
import { OutsideText, OutsideTextOrNull, outsideText, outsideTextOrNull } from './outside-text.ts'
import {
  addDays,
  agentTool,
  civilDate,
  idInput,
  inputOf,
  NumberOrNull,
  readOnly,
  TextOrNull,
} from './agent-tool.ts'
import { StaySummary, staySummary } from './stay-tools.ts'

const Account = Type.Object({
  id: Type.String(),
  provider: Type.String(),
  name: OutsideTextOrNull,
  status: Type.String(),
  stale: Type.Boolean(),
  last_synced_at: TextOrNull,
  why: Type.Array(Type.String()),
  fix_url: TextOrNull,
})

/** A server talks to few providers; each is one more call. */
const mostProviders = 12

async function readProviders(
  api: ApiCaller,
  connections: readonly Connection[],
): Promise<ReadonlyMap<string, ProviderConnection>> {
  const names = [...new Set(connections.map(({ provider }) => provider))].slice(0, mostProviders)
  const read = async (name: string) =>
    [name, await readApi<ProviderConnection>(api, `/v1/connect/${encodeURIComponent(name)}`)] as const
  return new Map(await Promise.all(names.map(read)))
}

function shownAccount(
  connection: Connection,
  provider: ProviderConnection | undefined,
): Static<typeof Account> {
  const { dataFreshness } = provider ?? {}
  const own = dataFreshness?.accounts?.find(({ accountId }) => accountId === connection.externalAccountId)
  const fresh = own ?? dataFreshness
  const why = [
    connection.action?.message,
    connection.accessTrouble?.message,
    fresh?.reason,
    provider?.import && provider.import.status !== 'completed'
      ? `import: ${provider.import.status}`
      : undefined,
  ]
  return {
    id: connection.id,
    provider: connection.provider,
    name: outsideTextOrNull(connection.host?.displayName ?? connection.externalAccountId, 200),
    status: connection.status,
    stale: fresh?.stale ?? connection.status !== 'active',
    last_synced_at: fresh?.lastSyncedAt ?? null,
    why: why.filter((line) => line !== undefined),
    fix_url: connection.fixUrl ?? fresh?.fixUrl ?? null,
  }
}

const mostFailures = 10

const accounts = agentTool({
  name: 'accounts',
  title: 'Accounts, and why data is stale',
  description:
    'Connected PMS and channel accounts: state, last full reading, and why data is stale. With account_id also records that could not be read.',
  hints: readOnly,
  input: inputOf({ account_id: Type.Optional(idInput('id of an account.')) }),
  output: Type.Object({
    accounts: Type.Array(Account),
    failures: Type.Optional(
      Type.Array(
        Type.Object({
          entity: Type.String(),
          external_id: Type.String(),
          severity: Type.String(),
          message: Type.String(),
          last_at: Type.String(),
        }),
      ),
    ),
  }),
  async run({ api }, { account_id }) {
    const page = await readApi<AnswerPage<Connection>>(api, '/v1/connect', {
      limit: 100,
      include_total: false,
    })
    const shown = page.data.filter(({ id }) => account_id === undefined || id === account_id)
    const providers = await readProviders(api, shown)
    const list = shown.map((connection) => shownAccount(connection, providers.get(connection.provider)))
    if (account_id === undefined) return { accounts: list }
    const path = `/v1/connections/${account_id}/failures`
    const failures = await readApi<AnswerPage<SyncFailure>>(api, path, {
      limit: mostFailures,
      include_total: false,
    })
    return {
      accounts: list,
      failures: failures.data.map(({ entity, external_id, severity, message, last_at }) => ({
        entity,
        external_id,
        severity,
        message,
        last_at,
      })),
    }
  },
})

const pageOfStays = 100
/** Each page is a call; more stays are told of by `all_looked_at`. */
const mostPages = 3

/** Stays from today on that share their nights with another. */
async function findDoubleSales(api: ApiCaller, from: string, listingId: string | undefined) {
  const found: Reservation[] = []
  let cursor: string | null = null
  for (let page = 0; page < mostPages; page += 1) {
    const query = { check_out_after: from, listing_id: listingId, limit: pageOfStays, include_total: false }
    const { data, pagination }: AnswerPage<Reservation> = await readApi(api, '/v1/reservations', {
      ...query,
      ...(cursor === null ? {} : { cursor }),
    })
    found.push(...data.filter(({ conflictsWith }) => conflictsWith.length > 0))
    cursor = pagination.nextCursor
    if (cursor === null) return { stays: found, isAll: true }
  }
  return { stays: found, isAll: false }
}

const ExposedPlace = Type.Object({
  listing_id: Type.String(),
  where: Type.String(),
  exposed_nights: Type.Integer(),
  exposed_since: TextOrNull,
  differing_nights: NumberOrNull,
  dates: Type.Optional(Type.Array(Type.String())),
  problem: TextOrNull,
})
type ExposedPlace = Static<typeof ExposedPlace>

const exposedEverywhere = ({ data, readers }: ExposureSummary): ExposedPlace[] => [
  ...data.map((link) => ({
    listing_id: link.listingId,
    where: link.channel,
    exposed_nights: link.exposedNights,
    exposed_since: link.exposedSince,
    differing_nights: link.differingNights,
    problem: link.error,
  })),
  ...readers.map((reader) => ({
    listing_id: reader.listingId,
    where: `${reader.kind} feed of ${reader.channel}`,
    exposed_nights: reader.exposedNights,
    exposed_since: reader.exposedSince,
    differing_nights: null,
    problem: reader.overdue ? 'The reader is overdue.' : null,
  })),
]

const exposedOfListing = ({ listingId, channels }: Exposure): ExposedPlace[] =>
  channels
    .map((channel) => ({
      listing_id: listingId,
      where: channel.channel,
      exposed_nights: channel.exposedNights,
      exposed_since: channel.exposedSince,
      differing_nights: channel.nights.filter(({ differsSince }) => differsSince !== null).length,
      dates: channel.nights.filter(({ exposed }) => exposed).map(({ date }) => date),
      problem: channel.nights.find(({ error }) => error !== null)?.error ?? null,
    }))
    .filter(({ exposed_nights, differing_nights }) => exposed_nights > 0 || differing_nights > 0)

const exposureDays = 180

const exposure = agentTool({
  name: 'exposure',
  title: 'Nights at risk and double sales',
  description:
    'Sold nights that a channel can still sell, and stays from today on that share their nights. Empty lists mean none is known.',
  hints: readOnly,
  input: inputOf({ listing_id: Type.Optional(idInput()) }),
  output: Type.Object({
    at_risk: Type.Array(ExposedPlace),
    double_sales: Type.Array(StaySummary),
    all_looked_at: Type.Boolean(),
  }),
  async run({ api, now }, { listing_id }) {
    const from = civilDate(now())
    const readPlaces = async () =>
      listing_id === undefined
        ? exposedEverywhere(await readApi<ExposureSummary>(api, '/v1/exposure', { limit: 20 }))
        : exposedOfListing(
            await readApi<Exposure>(api, `/v1/listings/${listing_id}/exposure`, {
              from,
              to: addDays(from, exposureDays),
            }),
          )
    const [at_risk, doubles] = await Promise.all([readPlaces(), findDoubleSales(api, from, listing_id)])
    return { at_risk, double_sales: doubles.stays.map(staySummary), all_looked_at: doubles.isAll }
  },
})

const MigrationSummary = Type.Object({
  workspace_id: Type.String(),
  name: OutsideText,
  state: Type.String(),
  listings: Type.Integer(),
  upcoming_stays: Type.Integer(),
  ready: Type.Union([Type.Boolean(), Type.Null()]),
})

const shownMigration = (migration: Migration): Static<typeof MigrationSummary> => ({
  workspace_id: migration.workspaceId,
  name: outsideText(migration.name, 200),
  state: migration.state,
  listings: migration.counts.listings,
  upcoming_stays: migration.counts.upcomingReservations,
  ready: migration.rehearsal?.go ?? null,
})

const migrationReport = agentTool({
  name: 'migration_report',
  title: 'Report of a migration',
  description:
    'Moves from another system. With workspace_id: whether everything arrived, counts that differ and what is to be mended before the cutover.',
  hints: readOnly,
  input: inputOf({ workspace_id: Type.Optional(idInput()) }),
  output: Type.Object({
    migrations: Type.Optional(Type.Array(MigrationSummary)),
    clean: Type.Optional(Type.Boolean()),
    issues: Type.Optional(
      Type.Array(
        Type.Object({
          severity: Type.String(),
          code: Type.String(),
          message: Type.String(),
          count: Type.Integer(),
          sample_ids: Type.Array(Type.String()),
        }),
      ),
    ),
    counts: Type.Optional(
      Type.Array(
        Type.Object({
          provider: Type.String(),
          entity: Type.String(),
          there: NumberOrNull,
          here: Type.Integer(),
          result: Type.String(),
        }),
      ),
    ),
  }),
  async run({ api }, { workspace_id }) {
    if (workspace_id === undefined) {
      const page = await readApi<AnswerPage<Migration>>(api, '/v1/migrations', { limit: 25 })
      return { migrations: page.data.map(shownMigration) }
    }
    const path = `/v1/migrations/${workspace_id}/report`
    const { data } = await readApi<MigrationReport>(api, path)
    return {
      clean: data.clean,
      issues: data.issues.slice(0, 25).map(({ severity, code, message, count, sampleIds }) => ({
        severity,
        code,
        message,
        count,
        sample_ids: sampleIds.slice(0, 5),
      })),
      counts: data.counts.map(({ provider, entity, source, stored, result }) => ({
        provider,
        entity,
        there: source,
        here: stored,
        result,
      })),
    }
  },
})

export const accountTools = [accounts, exposure, migrationReport]
