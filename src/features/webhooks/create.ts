import { randomUUID } from 'node:crypto'
import { eventKinds } from '../../contract/events.ts'
import { apiVersions, type WebhookCreateBody, type WebhookCreated } from '../../contract/webhook.ts'
import { ApiError } from '../../platform/api-error.ts'
import { checkTarget, TargetRefused, targetRules } from '../../platform/outbound/target.ts'
import type { Scope } from '../../platform/tenant.ts'
import type { Services } from '../services.ts'
import { secretContext } from './delivery/deliver.ts'
import { maskSecret, newSecret } from './delivery/signature.ts'
import { toWebhook } from './map.ts'
import { insertWebhook } from './queries.ts'
import { knownPatterns, unknownPattern, withoutCredentials } from './rules.ts'

const subscribable = knownPatterns(eventKinds)
const newestApiVersion = apiVersions[apiVersions.length - 1] as string

function assertKnownEvents(events: readonly string[]): void {
  const unknown = unknownPattern(events, subscribable)
  if (!unknown) return
  const field = `events[${unknown.index}]`
  const hint = unknown.didYouMean ? ` Did you mean \`${unknown.didYouMean}\`?` : ''
  throw new ApiError('invalid_body', `\`${field}\` names no kind of event: \`${unknown.value}\`.${hint}`, {
    field,
    value_received: unknown.value,
    valid_values: subscribable,
    ...(unknown.didYouMean ? { did_you_mean: unknown.didYouMean } : {}),
  })
}

async function assertAllowedTarget(url: string, allowPrivate: boolean): Promise<void> {
  try {
    await checkTarget(url, { allowPrivate })
  } catch (error) {
    if (!(error instanceof TargetRefused)) throw error
    const detail = error.message.replace(/^the target /, '')
    throw new ApiError(
      'invalid_body',
      `\`url\` ${detail}.`,
      { field: 'url', value_received: withoutCredentials(url).slice(0, 200) },
      { cause: error, fix: fixes[error.rule] },
    )
  }
}

const development = 'For development on this machine start the server with `ALLOW_PRIVATE_TARGETS=true`.'

const fixes: Record<keyof typeof targetRules, string> = {
  not_a_url: 'Send the full address of the receiver, such as `https://example.com/hooks`.',
  scheme: `Send an address that starts with \`https://\`. ${development}`,
  credentials: 'Leave the user name and password out; check the signature of each delivery instead.',
  private_address: `Send an address that can be reached from the public internet. ${development}`,
}

export async function createWebhook(
  services: Services,
  scope: Scope,
  body: WebhookCreateBody,
): Promise<WebhookCreated> {
  const { db, vault, clock, config } = services
  assertKnownEvents(body.events)
  await assertAllowedTarget(body.url, config.allowPrivateTargets)
  const id = randomUUID()
  const secret = newSecret()
  const row = await insertWebhook(
    db,
    scope,
    {
      id,
      url: body.url,
      description: body.description ?? null,
      events: [...new Set(body.events)],
      apiVersion: body.apiVersion ?? newestApiVersion,
      secret: vault.encrypt(secret, secretContext(scope.workspaceId, id)),
      secretKeyId: vault.keyId,
      secretMasked: maskSecret(secret),
    },
    clock.now(),
  )
  return { ...toWebhook(row), secret }
}
