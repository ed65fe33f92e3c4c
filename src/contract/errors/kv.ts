import type { ErrorGroup } from './definition.ts'

export const kvErrors = {
  kv_entry_too_large: {
    source: 'interface',
    status: 413,
    retry: 'never',
    when: 'A key and its value, as UTF-8, are larger than one entry of the key-value store may be. Nothing was stored.',
    fix: 'Split the value over several keys, or keep it elsewhere and store where it is.',
    extra: ['field', 'limit', 'used'],
  },
  kv_space_full: {
    source: 'interface',
    status: 413,
    retry: 'operator',
    when: 'With this entry the keys and values of the workspace, over all projects, would be larger than its space. Nothing was stored, and what the key held before it still holds.',
    fix: 'Delete entries that are not needed (`DELETE /v1/kv?prefix=`) or give them a `ttl_seconds`; then send the request again.',
    extra: ['field', 'limit', 'used'],
  },
} satisfies ErrorGroup
