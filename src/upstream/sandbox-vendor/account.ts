/** A sandbox account's client reaches no vendor and tells operations which account they serve. */
import { closedClient } from '../../connector-kit/closed-client.ts'
import type { VendorContext } from '../../connector-kit/connector.ts'
import type { VendorClient, VendorHttp } from '../../connector-kit/http.ts'
import type { Queryable, Scope } from '../../platform/tenant.ts'

export interface SandboxAccount {
  db: Queryable
  scope: Scope
  connectionId: string
}

interface AccountHttp extends VendorHttp {
  account: SandboxAccount
}

export function accountClient(account: SandboxAccount): VendorClient {
  const http: AccountHttp = { ...closedClient().lane('guest'), account }
  return { ...http, lane: () => http, close: async () => {} }
}

export function accountIn({ http }: VendorContext): SandboxAccount {
  const { account } = http as Partial<AccountHttp>
  if (!account) throw new Error('a made-up provider was asked about no account')
  return account
}
