/** What other slices may use of workspaces. */
export { insertChildWorkspace, parentOf } from './child-queries.ts'
