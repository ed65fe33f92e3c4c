/** Builds events in the shape that the catalogue declares. */
import type { EventData, EventKind } from '../contract/events.ts'
import type { NewEvent } from '../platform/outbox.ts'

export function eventOf<Kind extends EventKind>(
  type: Kind,
  event: Omit<NewEvent, 'type' | 'data'> & { data: EventData<Kind> },
): NewEvent {
  return { type, ...event }
}

interface ConnectedAccountFacts {
  workspaceId: string
  accountId: string
  connectionId: string
  provider: string
  externalAccountId: string
}

const accountBlock = ({ connectionId, provider, externalAccountId }: ConnectedAccountFacts) => ({
  id: connectionId,
  provider,
  externalAccountId,
})

export function accountCreated(
  of: ConnectedAccountFacts & { accessType: string | null; at: Date },
): NewEvent {
  const { workspaceId, accountId, connectionId, provider, accessType, at } = of
  return eventOf('account.created', {
    orderKey: `account:${accountId}`,
    account: accountBlock(of),
    // API callers know an account by the id of its connection.
    data: { workspaceId, accountId: connectionId, provider, accessType, createdAt: at.toISOString() },
  })
}

export function accountDisconnected(
  of: ConnectedAccountFacts & {
    reason: EventData<'account.disconnected'>['reason']
    at: Date
  },
): NewEvent {
  const { workspaceId, accountId, connectionId, provider, reason, at } = of
  return eventOf('account.disconnected', {
    orderKey: `account:${accountId}`,
    account: accountBlock(of),
    data: {
      workspaceId,
      accountId: connectionId,
      connectionId,
      provider,
      disconnectedAt: at.toISOString(),
      reason,
    },
  })
}

export function guestForgotten(of: {
  guestId: string
  reason: EventData<'guest.forgotten'>['reason']
  at: Date
}): NewEvent {
  const { guestId, reason, at } = of
  return eventOf('guest.forgotten', {
    orderKey: `guest:${guestId}`,
    data: { guestId, forgottenAt: at.toISOString(), reason },
  })
}
