/** What other slices may use of workspaces. */
export { assertTakesAccounts } from './ended.ts'
export { insertChildWorkspace, parentOf } from './child-queries.ts'
