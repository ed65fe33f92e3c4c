/** A migration as its parent workspace makes it, through the API only. */
import assert from 'node:assert/strict'
import { sql } from 'kysely'
import type { MigrationReport } from '../../../src/contract/migration-report.ts'
import type { CutoverReply, DeactivatedReply, Migration } from '../../../src/contract/migration.ts'
import { until } from '../../harness/until.ts'
import { compare, type Compared, type ComparedPart } from '../soak/comparison.ts'
import { readVendor, unlimited } from '../soak/vendor-reader.ts'
import type { PortfolioWorld, Source } from './world.ts'

export interface Move {
  source: Source
  workspaceId: string
}

/** The parent starts it, and the property manager signs in on the page. */
export async function begin(world: PortfolioWorld, source: Source): Promise<Move> {
  const { vendor } = source
  const workspace = { name: `Homes of ${vendor}`, externalRef: vendor }
  return { source, workspaceId: await signIn(world, source, { body: { workspace } }) }
}

/** Signs in again because the vendor refuses the account's credentials. */
export async function signInAgain(world: PortfolioWorld, { source, workspaceId }: Move): Promise<void> {
  assert.equal(await signIn(world, source, { of: workspaceId }), workspaceId)
}

/** Whether the vendor has refused the credentials once so far. */
export async function isInDoubt({ call }: PortfolioWorld, { source, workspaceId }: Move): Promise<boolean> {
  const { body } = await call<{ accessTrouble?: { state: string } | null }>(
    'GET',
    `/v1/connect/${source.vendor}`,
    undefined,
    { of: workspaceId },
  )
  return body.accessTrouble?.state === 'in_doubt'
}

async function signIn(
  { call, fromPage }: PortfolioWorld,
  { vendor, simulator }: Source,
  { body = {}, of }: { body?: object; of?: string },
): Promise<string> {
  const session = await call<{ sessionId: string; workspaceId: string }>(
    'POST',
    '/v1/connect',
    { purpose: 'migrate', redirectUrl: 'https://app.example.com/moved', ...body },
    of === undefined ? {} : { of },
  )
  assert.equal(session.status, 201, JSON.stringify(session.body))
  const { sessionId, workspaceId } = session.body
  const { credentials } = simulator
  const signedIn = await fromPage<{ webhooks?: { address?: string } }>(`/v1/connect/${vendor}/credentials`, {
    sessionId,
    credentials,
  })
  assert.equal(signedIn.status, 200, JSON.stringify(signedIn.body))
  // A person does this if the vendor has no registration by API.
  const url = signedIn.body.webhooks?.address
  if (url !== undefined) simulator.operations.setWebhook?.({ url })
  return workspaceId
}

export async function migrationOf({ call }: PortfolioWorld, { workspaceId }: Move): Promise<Migration> {
  const { status, body } = await call<{ data: Migration }>('GET', `/v1/migrations/${workspaceId}`)
  assert.equal(status, 200, JSON.stringify(body))
  return body.data
}

export async function reportOf({ call }: PortfolioWorld, { workspaceId }: Move) {
  const { status, body } = await call<MigrationReport>('GET', `/v1/migrations/${workspaceId}/report`)
  assert.equal(status, 200, JSON.stringify(body))
  return body.data
}

export async function importAgain({ call }: PortfolioWorld, { workspaceId }: Move) {
  const entities = ['listings', 'reservations', 'messages', 'calendar']
  return call<{ data?: { queued: { queued: boolean }[] }; error?: { code: string } }>(
    'POST',
    `/v1/migrations/${workspaceId}/import`,
    { entities },
  )
}

export async function cutOver({ call }: PortfolioWorld, { workspaceId }: Move) {
  const { status, body } = await call<CutoverReply>('POST', `/v1/migrations/${workspaceId}/cutover`)
  assert.equal(status, 200, JSON.stringify(body))
  return body.data
}

export async function end({ call }: PortfolioWorld, { workspaceId }: Move) {
  const { status, body } = await call<DeactivatedReply>('DELETE', `/v1/migrations/${workspaceId}`)
  assert.equal(status, 200, JSON.stringify(body))
  return body.data
}

/** Returns every stay, page by page, as the parent reads them. */
export async function readStays({ call }: PortfolioWorld, { workspaceId }: Move): Promise<string[]> {
  const texts: string[] = []
  for (let cursor: string | null = null, isFirst = true; isFirst || cursor !== null; isFirst = false) {
    const from: string = cursor === null ? '' : `&cursor=${encodeURIComponent(cursor)}`
    const { status, body } = await call<{ data: object[]; pagination: { nextCursor: string | null } }>(
      'GET',
      `/v1/reservations?limit=100&include_total=false${from}`,
      undefined,
      { of: workspaceId },
    )
    assert.equal(status, 200, JSON.stringify(body))
    texts.push(...body.data.map((stay) => JSON.stringify(stay)))
    cursor = body.pagination.nextCursor
  }
  return texts
}

/** Counts how often the parent's webhooks get the report of the import. */
export async function timesTold({ db }: PortfolioWorld, { workspaceId }: Move): Promise<number> {
  const { rows } = await sql<{ times: number }>`
    select count(*)::int as times from events
    where workspace_id = ${workspaceId} and type = 'migration.completed'`.execute(db)
  return rows[0]?.times ?? 0
}

export const compared = (
  world: PortfolioWorld,
  { source, workspaceId }: Move,
  parts?: readonly ComparedPart[],
) =>
  readVendor(
    source,
    (context) =>
      compare(world, { connector: source.connector, workspace: { id: workspaceId } }, context, parts),
    unlimited,
  )

/** Waits until nothing differs; remaining differences are the failure. */
export async function equal(world: PortfolioWorld, move: Move, when: string): Promise<Compared> {
  let last: Compared | undefined
  const found = await until(
    `${move.source.vendor} to be equal ${when}`,
    async () => {
      last = await compared(world, move)
      return last.differences.length === 0 ? last : null
    },
    { everyMs: 1000 },
  ).catch((error: unknown) => {
    const differences = last?.differences ?? []
    throw new Error(
      `${String(error)}: ${differences.length} differences\n${differences.slice(0, 20).join('\n')}`,
    )
  })
  return found
}
