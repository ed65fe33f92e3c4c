/** A member lets an agent in by OAuth. */
import { Type, type Static } from 'typebox'
import { AgentLimits } from './agent-limits.ts'
import { id, nullable, record, text, textOrNull } from './fields.ts'
import { KeyScope } from './key-scopes.ts'

const Request = Type.String({
  minLength: 1,
  maxLength: 8000,
  description: 'What stands behind the question mark in the address that the agent opened.',
})

/** Body of `POST /v1/agent-authorizations/preview`. */
export const AuthorizationPreviewBody = record({ request: Request })

/** Answer of `POST /v1/agent-authorizations/preview`. */
export const AuthorizationPreview = record({
  client: record(
    {
      id: text('Address of the document that names the agent.', {
        examples: ['https://agent.example.com/client.json'],
      }),
      name: text('Its name, which it chose itself.', { examples: ['Example agent'] }),
      host: text('Host of the document, which proves who it is.', { examples: ['agent.example.com'] }),
    },
    { description: 'Who asks.' },
  ),
  redirectHost: text('Where the browser goes afterwards.', { examples: ['agent.example.com'] }),
  scopes: Type.Array(KeyScope, { description: 'What it asks for, of what the member may give.' }),
  refusal: nullable(
    record({
      error: text('The code of OAuth.', { examples: ['invalid_target'] }),
      returnTo: text('Tells the agent.'),
    }),
    { description: 'Why it cannot be let in as it asks; null where it can.' },
  ),
})
export type AuthorizationPreview = Static<typeof AuthorizationPreview>

/** Body of `POST /v1/agent-authorizations`. */
export const AuthorizationCreateBody = record({
  request: Request,
  approve: Type.Boolean({ description: 'Whether the agent is let in.' }),
  scopes: Type.Optional(
    Type.Array(KeyScope, {
      maxItems: 30,
      uniqueItems: true,
      description: 'What it may read, of what it asks for; all of it when left out.',
    }),
  ),
  limits: Type.Optional(
    nullable(AgentLimits, {
      description: 'What it may write, by plans that are confirmed. Null or left out: nothing.',
    }),
  ),
})
export type AuthorizationCreateBody = Static<typeof AuthorizationCreateBody>

/** Answer of `POST /v1/agent-authorizations`. */
export const AuthorizationMade = record({
  sessionId: nullable(id('Id of the session of the agent.'), {
    description: 'Null where it was not let in.',
  }),
  returnTo: textOrNull('Where the browser brings the answer to the agent.'),
})
