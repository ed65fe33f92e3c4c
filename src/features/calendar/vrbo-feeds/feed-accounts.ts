/** HTTP Basic credentials for feeds: generated here, shown once, stored as a hash. */
import { randomInt } from 'node:crypto'
import { ApiError } from '../../../platform/api-error.ts'
import { hashApiKey, randomToken } from '../../../platform/crypto.ts'
import type { Queryable, Scope } from '../../../platform/tenant.ts'
import { feedAccounts, type FeedAccount } from '../../../records/feed-accounts/queries.ts'
import { openWrite } from '../../../platform/outbox.ts'
import { insertAccount, replacePair, revokeAccount, type NewPair } from './account-queries.ts'
import { advertisersPath } from './addresses.ts'
import { reportChannelChange } from './change-listing.ts'
import { accountListings, takeOutOfFeeds } from './listing-queries.ts'

const mostAccounts = 50
const letters = 'abcdefghijklmnopqrstuvwxyz0123456789'

const newPassword = (): NewPair & { password: string } => {
  const password = randomToken(40)
  return { password, passwordHash: hashApiKey(password), passwordEnd: password.slice(-4) }
}
/** The user name is no secret: it appears in the feeds. */
const newUsername = () => `lw${Array.from({ length: 14 }, () => letters[randomInt(letters.length)]).join('')}`

export interface MintedPair {
  provider: 'vrbo'
  externalAccountId: string
  username: string
  password: string
  feedUrl: string
}

const minted = (id: string, password: string, publicUrl: string): MintedPair => ({
  provider: 'vrbo',
  externalAccountId: id,
  username: id,
  password,
  feedUrl: publicUrl + advertisersPath,
})

interface FeedAccountWrite {
  tx: Queryable
  scope: Scope
  now: Date
  publicUrl: string
}

/** Adds a Vrbo account in the caller's transaction. */
export async function activateFeedAccount(
  { tx, scope, now, publicUrl }: FeedAccountWrite,
  name: string | null,
): Promise<MintedPair> {
  const id = newUsername()
  const { password, ...pair } = newPassword()
  const account = { id, name: name ?? `Vrbo ${id}`, ...pair }
  if (!(await insertAccount(tx, scope, account, { at: now, most: mostAccounts })))
    throw new ApiError(
      'invalid_state',
      `The workspace has ${mostAccounts} accounts of Vrbo, which is the most: revoke one.`,
    )
  return minted(id, password, publicUrl)
}

/** Invalidates the previous password. */
export async function rotatePair(
  { tx, scope, now, publicUrl }: FeedAccountWrite,
  id: string,
): Promise<MintedPair> {
  await findFeedAccount(tx, scope, id)
  const { password, ...pair } = newPassword()
  if (!(await replacePair(tx, scope, id, pair, now)))
    throw new ApiError('invalid_state', `The account ${id} is revoked: activate another one.`, {
      currentStatus: 'revoked',
    })
  return minted(id, password, publicUrl)
}

/** Throws where the workspace has no such account. */
export async function findFeedAccount(db: Queryable, scope: Scope, id: string): Promise<FeedAccount> {
  const account = (await feedAccounts(db, scope)).find((one) => one.id === id)
  if (account) return account
  throw new ApiError('not_found', `No account ${id} of Vrbo in this workspace.`, {
    field: 'accountId',
    value_received: id,
  })
}

/** Revokes the credentials and stops selling the account's listings at Vrbo. Vrbo keeps what it has read. */
export async function endFeedAccount(tx: Queryable, scope: Scope, id: string, now: Date): Promise<void> {
  await findFeedAccount(tx, scope, id)
  const write = await openWrite(tx, scope, now)
  for (const listingId of await accountListings(tx, scope, id))
    await reportChannelChange(write, listingId, () =>
      takeOutOfFeeds(tx, scope, { accountId: id, listingId }, write.at),
    )
  await revokeAccount(tx, scope, id, now)
}
