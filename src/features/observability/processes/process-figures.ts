import { statfs } from 'node:fs/promises'
import type { Config } from '../../../platform/config.ts'
import type { VitalSigns } from '../../../platform/process-vitals.ts'

export interface DiskFigures {
  free: number
  size: number
}

/** A figure is null where it could not be read. */
export interface ProcessFigures extends VitalSigns {
  disk: DiskFigures | null
  /** How far the machine is ahead of the clock of the database. */
  clockAheadSeconds: number | null
}

export async function readDisk({ dataDir }: Pick<Config, 'dataDir'>): Promise<DiskFigures> {
  const { bavail, blocks, bsize } = await statfs(dataDir)
  return { free: bavail * bsize, size: blocks * bsize }
}
