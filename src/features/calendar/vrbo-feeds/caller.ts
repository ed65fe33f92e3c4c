/** Who asks for feeds: told by HTTP Basic, and by nothing else. */
import { timingSafeEqual } from 'node:crypto'
import { ApiError } from '../../../platform/api-error.ts'
import { hashApiKey } from '../../../platform/crypto.ts'
import type { Queryable } from '../../../platform/tenant.ts'
import { accountOfUser, type CallingAccount } from './account-queries.ts'

/** No account has them: what is compared where there is none, so that it takes as long. */
const nobody = Buffer.alloc(32)

/** RFC 7617; undefined: there is no pair. */
function pairOf(header: string | undefined): { username: string; password: string } | undefined {
  const [, encoded] = /^basic +([A-Za-z0-9+/]+={0,2})$/i.exec(header ?? '') ?? []
  if (encoded === undefined || encoded.length > 400) return undefined
  const [, username, password] = /^([^:]*):(.*)$/s.exec(Buffer.from(encoded, 'base64').toString()) ?? []
  return username === undefined || password === undefined ? undefined : { username, password }
}

/** undefined: nobody who is known. */
export async function callerOf(
  db: Queryable,
  header: string | undefined,
): Promise<CallingAccount | undefined> {
  const pair = pairOf(header)
  if (!pair) return undefined
  const account = await accountOfUser(db, pair.username)
  const isRight = timingSafeEqual(hashApiKey(pair.password), account?.passwordHash ?? nobody)
  return isRight ? account : undefined
}

export const unknownCaller = () =>
  new ApiError(
    'unauthorized',
    'Feeds are read with the user name and password of an account of Vrbo, by HTTP Basic.',
    {},
    {
      fix: 'Mint a pair with `POST /v1/connect/vrbo`, or rotate the one of the account.',
      headers: { 'www-authenticate': 'Basic realm="Vrbo feeds", charset="UTF-8"' },
    },
  )
