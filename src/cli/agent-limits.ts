/** Options that make a key for agents, and its limits in a line. */
import { currencyCodes } from '../contract/currencies.ts'
import { planKinds, type AgentLimits, type PlanMoney } from '../contract/agent-limits.ts'
import { hint, UsageError, type OptionValues } from './command.ts'

export const agentOptions = {
  'agent-kinds': {
    type: 'string',
    value: '<list>',
    summary: 'A key for agents, which writes by these plans alone: prices,closure',
  },
  'agent-writes': {
    type: 'string',
    value: '<count>',
    summary: 'Plans it may confirm a day; 20 when left out',
  },
  'agent-money-per-write': { type: 'string', value: '<amount>', summary: 'Most a plan may move: 200EUR' },
  'agent-money-per-day': { type: 'string', value: '<amount>', summary: 'Most its plans of a day may move' },
} as const

const usualWrites = 20

function moneyOf(text: string | undefined, name: string): PlanMoney | null {
  if (text === undefined) return null
  const [, amount, currency = ''] = /^(\d{1,12}(?:\.\d{1,3})?) ?([A-Z]{3})$/.exec(text) ?? []
  if (amount !== undefined && currencyCodes.includes(currency)) return { amount: Number(amount), currency }
  throw new UsageError(`${name} is an amount with its currency, such as 200EUR, not "${text}"`)
}

function writesOf(text: string | undefined): number {
  if (text === undefined) return usualWrites
  if (/^[1-9]\d{0,5}$/.test(text)) return Number(text)
  throw new UsageError(`--agent-writes is a number from 1 to 999999, not "${text}"`)
}

/** Null for an ordinary key. */
export function agentLimitsOf(values: OptionValues<typeof agentOptions>): AgentLimits | null {
  const list = values['agent-kinds']
  const others = ['agent-writes', 'agent-money-per-write', 'agent-money-per-day'] as const
  if (list === undefined) {
    const other = others.find((name) => values[name] !== undefined)
    if (other === undefined) return null
    throw new UsageError(`--${other} needs --agent-kinds`)
  }
  const kinds = [...new Set(list.split(',').map((name) => name.trim()))].map((name) => {
    const kind = planKinds.find((known) => known === name)
    if (kind) return kind
    throw new UsageError(`--agent-kinds knows no "${name}".${hint(name, [...planKinds])}`)
  })
  return {
    kinds,
    writes_per_day: writesOf(values['agent-writes']),
    money_per_write: moneyOf(values['agent-money-per-write'], '--agent-money-per-write'),
    money_per_day: moneyOf(values['agent-money-per-day'], '--agent-money-per-day'),
  }
}

export const describeLimits = ({ kinds, writes_per_day: writes }: AgentLimits): string =>
  `plans of ${kinds.join(',')}, ${writes} a day`
