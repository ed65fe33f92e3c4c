import { SandboxResetResult, SandboxSeedResult } from '../../../contract/sandbox.ts'
import { writeOnce } from '../../../http/write-once.ts'
import { route } from '../../route.ts'
import { resetSandbox, seedSandbox } from './seed-sandbox.ts'

export const sandboxRoutes = [
  route({
    method: 'POST',
    url: '/v1/sandbox/seed',
    id: 'seedSandbox',
    family: 'sandbox',
    tag: 'Sandbox',
    summary: 'Fill the sandbox with fixtures',
    description:
      'Writes the same fixtures each time, with dates counted from today. A fixture keeps its `ref` and its `id` when the sandbox is seeded again; other records of the sandbox stay.',
    reply: SandboxSeedResult,
    errors: [],
    sandboxOnly: true,
    account: 'refused',
    handle: (context) => writeOnce(context, (db) => seedSandbox({ ...context.services, db }, context.scope)),
  }),

  route({
    method: 'POST',
    url: '/v1/sandbox/reset',
    id: 'resetSandbox',
    family: 'sandbox',
    tag: 'Sandbox',
    summary: 'Empty the sandbox',
    description:
      'Deletes every record of the sandbox space, fixtures and others. Live data, keys, webhook subscriptions and the event log stay.',
    reply: SandboxResetResult,
    errors: [],
    sandboxOnly: true,
    account: 'refused',
    handle: (context) => writeOnce(context, (db) => resetSandbox({ ...context.services, db }, context.scope)),
  }),
]
