import type { ErrorGroup } from './definition.ts'

/** These errors concern webhooks and replays of their deliveries. */
export const webhookErrors = {
  too_many_webhooks: {
    source: 'server',
    status: 422,
    retry: 'operator',
    when: 'The workspace has as many webhooks as it may have.',
    fix: 'Delete a webhook that is not needed with `DELETE /v1/webhooks/{id}`, or send several kinds of events to one; the operator of the server can raise `MAX_WEBHOOKS`.',
    extra: ['limit', 'used'],
  },
  delivery_already_succeeded: {
    source: 'spec',
    status: 409,
    retry: 'never',
    when: 'The receiver already accepted this delivery.',
    fix: 'Send `{"force": true}` if the receiver lost the event and needs it again.',
    extra: ['replays_made', 'succeeded_at', 'receiver_status'],
  },
  replay_limit_reached: {
    source: 'spec',
    status: 409,
    retry: 'backoff',
    when: 'The delivery was replayed three times within the last hour.',
    fix: 'Repair the receiver, then replay after `next_replay_allowed_at`.',
    extra: ['replays_made', 'replay_limit', 'replay_window_minutes', 'next_replay_allowed_at'],
  },
} satisfies ErrorGroup
