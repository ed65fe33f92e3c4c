import type { ErrorGroup } from './definition.ts'

/** Plans and their confirmation, and the limits of keys for agents. */
export const planErrors = {
  plan_required: {
    source: 'server',
    status: 403,
    retry: 'never',
    when: 'The key has `agent_limits`, so it writes by confirmed plans alone.',
    fix: 'Make a plan with `POST /v1/plans` and confirm it with `POST /v1/plans/{id}/confirm`; what no plan can do needs another key.',
  },
  agent_limit_exceeded: {
    source: 'server',
    status: 403,
    retry: 'operator',
    when: 'The `agent_limits` of the key do not allow the plan; `reason` names the limit.',
    fix: 'Plan less, wait for the next day of UTC where `resets_at` is given, or have the limits changed with `PATCH /v1/keys/{id}`.',
    extra: ['reason', 'resets_at'],
  },
  plan_stale: {
    source: 'server',
    status: 409,
    retry: 'after_reread',
    when: 'Records that the plan rests on changed after it was made; `changed` names them. Nothing was done.',
    fix: 'Make the plan anew and look at what it says now.',
    extra: ['changed'],
  },
  plan_expired: {
    source: 'server',
    status: 409,
    retry: 'after_reread',
    when: 'The plan was not confirmed within ten minutes, or its outcome was never learned and a day has passed.',
    fix: 'Read the record, and make the plan anew if it is still needed.',
  },
  plan_refused: {
    source: 'server',
    status: 409,
    retry: 'after_reread',
    when: 'The operation that carries the plan out refuses it; `refusal` is its error. Nothing was done.',
    fix: 'Do what `refusal.fix` says, then make a new plan.',
    extra: ['refusal'],
  },
  plan_unfinished: {
    source: 'server',
    status: 503,
    retry: 'same_key',
    when: 'The plan was confirmed and its outcome is not known yet.',
    fix: 'Send the same confirmation again after `retry_after` seconds: it finishes the same write and never makes a second one.',
    extra: ['retry_after', 'refusal'],
  },
} satisfies ErrorGroup
