/** Readings of every process of the installation: those of this one at this moment, those of others as they wrote them down last. */
import type { ProcessFigures } from '../processes/process-figures.ts'
import type { ConditionReading } from './alarm-condition.ts'
import { readGauge } from './condition-gauges.ts'
import type { FigureReport } from './figures.ts'
import { isSilent } from './mixed-version-seconds.ts'

interface MachineFigures extends Partial<Omit<ProcessFigures, 'disk' | 'clockAheadSeconds'>> {
  instance: string
  disk: ProcessFigures['disk']
  clockAheadSeconds: number | null
}

/** Another version may write down fewer figures. */
const noFigures = { disk: null, clockAheadSeconds: null }

function machinesIn({ figures, instance }: FigureReport): MachineFigures[] {
  const own: MachineFigures = {
    ...figures.vitals,
    instance,
    disk: figures.disk ?? null,
    clockAheadSeconds: figures.database?.aheadSeconds ?? null,
  }
  const others = (figures.processes ?? []).filter((one) => one.id !== instance && !isSilent(one))
  return [own, ...others.map(({ id, figures: theirs }) => ({ ...noFigures, ...theirs, instance: id }))]
}

const ofMachines = (
  report: FigureReport,
  read: (machine: MachineFigures) => Omit<ConditionReading, 'labels'> | null,
): ConditionReading[] =>
  machinesIn(report).flatMap((machine) => {
    const reading = read(machine)
    return reading === null ? [] : [{ ...reading, labels: { instance: machine.instance } }]
  })

/** Little of a large disk is much, and much of a small one is little: either limit counts. */
export const diskReadings = (report: FigureReport, least: { share: number; bytes: number }) =>
  ofMachines(report, ({ disk }) => {
    if (disk === null || disk.size === 0) return null
    const share = disk.free / disk.size
    return { value: share, isMet: share < least.share || disk.free < least.bytes }
  })

export const clockReadings = (report: FigureReport) =>
  ofMachines(report, ({ clockAheadSeconds: ahead }) => (ahead === null ? null : { value: Math.abs(ahead) }))

export const replicaReadings = (report: FigureReport) =>
  ofMachines(report, ({ replicasLeftOut: value }) => (value === undefined ? null : { value }))

/** The share of failed requests, over all processes as the alert has it. */
export function errorReadings(report: FigureReport): ConditionReading[] {
  const machines = machinesIn(report)
  const sum = (of: 'requests' | 'errors') =>
    machines.reduce((total, machine) => total + (machine[of] ?? 0), 0)
  const requests = sum('requests')
  return requests === 0 ? [] : [{ labels: {}, value: sum('errors') / requests }]
}

export const silenceReadings = ({ figures }: FigureReport): ConditionReading[] =>
  (figures.processes ?? []).map(({ id, silent_seconds }) => ({
    labels: { instance: id },
    value: silent_seconds,
  }))

/** The gauge tells a moment; the condition judges its age. */
export const backupReadings = ({ figures, now }: FigureReport): ConditionReading[] =>
  readGauge('lodgewire_backup_last_success_timestamp_seconds', figures).map(({ labels, value }) => ({
    labels,
    value: now.getTime() / 1000 - value,
  }))
