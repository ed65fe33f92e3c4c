import type { ComponentChildren } from 'preact'

export type Tone = 'good' | 'bad' | 'warn' | 'calm'

/** A state in words; the colour only repeats it. */
export const Badge = ({ tone = 'calm', children }: { tone?: Tone; children: ComponentChildren }) => (
  <span class={`badge ${tone}`}>{children}</span>
)
