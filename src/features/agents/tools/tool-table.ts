/** Every tool, in the order of `tools/list`. */
import { accountTools } from './account-tools.ts'
import type { AgentTool } from './agent-tool.ts'
import { inboxTools } from './inbox-tools.ts'
import { listingTools } from './listing-tools.ts'
import { planTools } from './plan-tools.ts'
import { serverTools } from './server-tools.ts'
import { stayTools } from './stay-tools.ts'

export const toolTable: readonly AgentTool[] = [
  ...listingTools,
  ...stayTools,
  ...inboxTools,
  ...accountTools,
  ...serverTools,
  ...planTools,
]
