/** Vrbo accounts that fetch our feeds. `POST /v1/connect/vrbo` creates them and `GET /v1/connect/vrbo` lists them. */
import { Type } from 'typebox'
import { accountIdPattern, VrboAccount, VrboAccountBody, VrboPair } from '../../../contract/channel-vrbo.ts'
import { writeOnce } from '../../../http/write-once.ts'
import type { Queryable, Scope } from '../../../platform/tenant.ts'
import type { FeedAccount } from '../../../records/feed-accounts/queries.ts'
import { route } from '../../route.ts'
import { endFeedAccount, findFeedAccount, rotatePair, setAccount } from '../../calendar/public.ts'

const tag = 'Vrbo'
const params = Type.Object(
  {
    accountId: Type.String({
      pattern: accountIdPattern,
      description: 'The account, as `externalAccountId` of `GET /v1/connect/vrbo`.',
      examples: ['lw4k7q2m9x1c8z0d'],
    }),
  },
  { additionalProperties: false },
)

const instant = (at: Date | null) => at?.toISOString() ?? null

const toVrboAccount = (account: FeedAccount): VrboAccount => ({
  externalAccountId: account.id,
  name: account.name,
  status: account.revokedAt === null ? 'active' : 'revoked',
  passwordEnd: account.passwordEnd,
  takesCalls: account.takesCalls,
  createdAt: account.createdAt.toISOString(),
  rotatedAt: instant(account.rotatedAt),
  lastFetchedAt: instant(account.lastFetchedAt),
})
const readAccount = async (db: Queryable, scope: Scope, id: string) =>
  toVrboAccount(await findFeedAccount(db, scope, id))

export const vrboAccountRoutes = [
  route({
    method: 'GET',
    url: '/v1/channels/vrbo/accounts/:accountId',
    id: 'getVrboAccount',
    family: 'connections',
    tag,
    summary: 'Look at an account that fetches our feeds',
    description: 'When Vrbo last came, and what the pair may do. The password is not shown again.',
    params,
    account: 'refused',
    reply: VrboAccount,
    errors: [],
    handle: ({ services, scope, params: { accountId } }) => readAccount(services.db, scope, accountId),
  }),
  route({
    method: 'PATCH',
    url: '/v1/channels/vrbo/accounts/:accountId',
    id: 'updateVrboAccount',
    family: 'connections',
    tag,
    summary: 'Rename an account, or let it book',
    description:
      'With `takesCalls` the server takes bookings and questions of Vrbo for this account. It is off unless it was switched on: nobody outside of Vrbo has said for which partners it asks so.',
    params,
    account: 'refused',
    body: VrboAccountBody,
    reply: VrboAccount,
    errors: ['invalid_state'],
    handle: (context) => {
      const { scope, body, fail } = context
      const { accountId } = context.params
      return writeOnce(context, async (tx) => {
        await findFeedAccount(tx, scope, accountId)
        const { name = null, takesCalls = null } = body
        if (!(await setAccount(tx, scope, accountId, { name: name?.trim() ?? null, takesCalls })))
          return fail('invalid_state', `The account ${accountId} is revoked.`, { currentStatus: 'revoked' })
        return readAccount(tx, scope, accountId)
      })
    },
  }),
  route({
    method: 'POST',
    url: '/v1/channels/vrbo/accounts/:accountId/rotate',
    id: 'rotateVrboAccount',
    family: 'connections',
    tag,
    summary: 'Replace the password of an account',
    description: 'The one before opens nothing from now on. Only this answer shows the new one.',
    params,
    account: 'refused',
    reply: VrboPair,
    answersTo: 'key',
    errors: ['invalid_state'],
    handle: (context) => {
      const {
        services,
        scope,
        params: { accountId },
      } = context
      const { publicUrl, clock } = services
      return writeOnce(context, (tx) => rotatePair({ tx, scope, now: clock.now(), publicUrl }, accountId))
    },
  }),
  route({
    method: 'DELETE',
    url: '/v1/channels/vrbo/accounts/:accountId',
    id: 'revokeVrboAccount',
    family: 'connections',
    tag,
    summary: 'Revoke an account',
    description:
      'Its pair opens nothing from now on, and its listings are not sold at Vrbo from here any more. Vrbo keeps what it has read: take the listings offline first and wait until it has read that. Can be repeated.',
    params,
    account: 'refused',
    reply: VrboAccount,
    errors: [],
    handle: (context) => {
      const {
        services,
        scope,
        params: { accountId },
      } = context
      return writeOnce(context, async (tx) => {
        await endFeedAccount(tx, scope, accountId, services.clock.now())
        return readAccount(tx, scope, accountId)
      })
    },
  }),
]
