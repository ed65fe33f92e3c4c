import type { Services } from '../../../services.ts'
import { once } from '../../../platform/once.ts'
import type { AgentHandler } from './agent-handler.ts'

/** The largest message is a text to a guest; this is many times as much. */
export const largestMessage = 256 * 1024

/** The SDK takes 30 MB and a fifth of a second to load, which servers without agents do not pay. */
export const handlerLoader = (services: Pick<Services, 'clock' | 'log'>): (() => Promise<AgentHandler>) =>
  once(async () => {
    const { createAgentHandler } = await import('./agent-handler.ts')
    return createAgentHandler(services, largestMessage)
  })
