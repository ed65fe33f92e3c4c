/** What other slices may use of workspaces. */
export { newKey } from './keys.ts'
export { idsThere } from './auth-queries.ts'
export { lockKeyCount } from './queries.ts'
export { assertTakesAccounts } from './ended.ts'
export { insertChildWorkspace, parentOf } from './child-queries.ts'
