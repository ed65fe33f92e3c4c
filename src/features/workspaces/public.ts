/** What other slices may use of workspaces. */
export { idsThere } from './auth-queries.ts'
export { lockKeyCount } from './queries.ts'
export { newKey, newSessionToken } from './keys.ts'
export { assertOpens, assertTakesAccounts } from './ended.ts'
export { insertChildWorkspace, parentOf } from './child-queries.ts'
export { ownRights } from './own-rights.ts'
export { excess, type Rights } from './rights.ts'
